"""Lunka in a virtual machine: the installed daemon on GPIO lines and an SPI bus of a real kernel.

docs/kernel.md says what this proves; `make kernel` runs it.
"""
