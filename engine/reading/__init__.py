"""Plain words in, events and facts out: offline, deterministic, never guessing in silence."""
