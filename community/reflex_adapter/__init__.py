"""Everything that depends on internals of Reflex and on files that its front-end build creates.

Internals are modules other than `reflex`, `reflex.event`, `reflex.plugins` and `reflex.style`, and
private members. A new version may change them without notice. `tests/reflex_adapter/` contains a
contract test for each use, which fails if a change breaks it.
"""
