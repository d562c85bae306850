"""Class names and icons for the whole site, with one module for each component.

The server and the browser render pages with the same classes, so that users do not notice when the
browser replaces the server-rendered page. Every class name must be written out in full, because
Tailwind searches these files as text. Colours, sizes and fonts are in `assets/styles/tokens.css`.
"""
