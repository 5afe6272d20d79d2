"""Lunka's firmware for the Raspberry Pi Pico: scans, weighs, lights, and tells the host."""

VERSION = (1, 1, 0)
