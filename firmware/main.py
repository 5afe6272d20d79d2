"""What the Pico runs when it is plugged in; Ctrl-C (as mpremote sends it) leads to its prompt."""

from lunka.app import App
from lunka.pico import Pico
from lunka.usb import Usb


def run() -> None:
    """Serve the board for ever; whatever ends it, the lights go out."""
    pico = Pico()
    app = App(pico, Usb())
    try:
        while True:
            wait = app.step()
            if wait > 0:
                pico.sleep_us(min(wait, 500))
    finally:
        app.dark()


if __name__ == "__main__":
    run()
