"""Business logic of the site, with one package per subject.

The packages form layers, from highest to lowest: discovery, notifications, reactions, comments,
posts, communities and follows (on the same layer), accounts, uploads, site. A package may import
only packages from lower layers.
"""
