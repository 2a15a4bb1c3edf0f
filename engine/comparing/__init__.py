"""How rulebooks differ: by what they rule on the same incidents, never by their words.

``matrix`` sets houses side by side over many incidents, ``witness`` finds the smallest
incidents on which two differ, ``agreement`` counts, ``counterparts`` compares single
rules, and ``changes`` two states of one house. Every ruling is the engine's.
"""
