"""`python -m controller`: the same as `lunka`."""

import sys

from controller.cli import main

sys.exit(main())
