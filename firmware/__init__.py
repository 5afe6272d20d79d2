"""The microcontroller's half of the serial link; only main.py and lunka/ go onto the Pico."""
