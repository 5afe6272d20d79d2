"""Kakuzu sheets: codes, sets, files and paper."""
