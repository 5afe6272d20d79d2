"""`python -m controller.cli` is `lunka`."""

import sys

from controller.cli import main

sys.exit(main())
