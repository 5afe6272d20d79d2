"""Following the hands: which legal turns explain everything seen since the turn began."""
