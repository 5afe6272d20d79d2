"""The serial link to a board on a Raspberry Pi Pico: docs/protocol.md tells what goes over it."""
