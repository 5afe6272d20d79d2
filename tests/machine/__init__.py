"""What a machine must have for the tests: programs, their Debian packages, a second Python."""
