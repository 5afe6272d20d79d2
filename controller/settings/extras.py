"""What to say where a package of an extra is missing: it must be right wherever Lunka runs."""

from __future__ import annotations


def needs(what: str, package: str, extra: str) -> str:
    """One sentence: what needs the package, and how it comes into a checkout and a service."""
    return f"{what} needs {package}, which is not installed; {how_to_install(extra)}"


def how_to_install(*extras: str) -> str:
    """The lines that bring these extras into a checkout and into a service."""
    locks = " ".join(f"-r requirements/{extra}.txt" for extra in extras)
    options = " ".join(f"--extra {extra}" for extra in extras)
    return (
        f"in a checkout: .venv/bin/pip install {locks}; for the service: sudo systemd/install.sh "
        f"{options}, with the extras that this machine has already"
    )
