"""How fast it is, and against what: ``python -m benchmarks`` prints it all as Markdown."""
