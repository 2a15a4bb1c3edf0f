"""What every test stands on."""

from __future__ import annotations

import signal

# Started in the background, as by nohup, a shell has its commands ignore Ctrl-C, and they hand
# that on; tests interrupt what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
