"""What to say where a package of an extra is missing: it must be right wherever Lunka runs."""

from __future__ import annotations


def needs(what: str, package: str, extra: str) -> str:
    """One sentence: what needs the package, and how it comes into a checkout and a service."""
    return (
        f"{what} needs {package}, which is not installed; in a checkout: .venv/bin/pip install -r "
        f"requirements/{extra}.txt; for the service: sudo systemd/install.sh --extra {extra}, "
        "with the extras that this machine has already"
    )
