"""The table's side of a hall: its events, its state and its answers, by MQTT (docs/hall.md)."""
