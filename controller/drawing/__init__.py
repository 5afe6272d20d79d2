"""Pictures as text: elements of SVG, and what boards are drawn with."""
