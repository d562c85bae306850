"""How things look: the class names of every part of the site, as plain strings.

A page reaches the reader twice: first as a document rendered on the server, then as the live view
that takes its place. Both print the classes from here, so the change cannot be seen. One module
per part; nothing in this package imports anything of Community but its own modules, and Tailwind
reads it as text, so a class name is always written out in full.
"""
