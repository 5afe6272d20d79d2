"""How strong the engines are, measured; and how their nets were made."""
