"""From events and verdicts to colours per cell. Knows no pins and no game's inner rules."""
