"""Class names and icons for the whole site as plain strings, with one module for each component.

The server-rendered page and the page in the browser use the same classes, so that users do not
notice when one replaces the other. Every class name must be written out in full, because Tailwind
searches these files as text. Modules whose names end in `_texts` contain texts that both pages use.
"""
