"""The Admin Panel.

Each section is a module or a package with its page, its State and what else it needs.
`navigation.py` lists the sections in the sidebar, and `sections.py` registers their pages.
`blocks/` contains the parts that sections share.
"""
