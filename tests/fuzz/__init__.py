"""Hostile input by the hundred thousand: ``python -m tests.fuzz --tries 100000 --seed 1``.

Each try is one run of ``floor`` on something that nobody in his senses would give it. The
tries are made here and run in a worker of their own under a watchdog, so that a crash of the
C engine, a hang and growing memory are seen from outside. A try that fails is written to a
file, and ``python -m tests.fuzz --again FILE`` runs it again.
"""
