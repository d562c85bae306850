"""Skeletons of slugs: slugs that look alike, such as `rita-1` and `rita_l`, have the same skeleton.

The idea is that of Unicode Technical Standard 39. Slugs are ASCII, so a few replacements suffice.
"""

from typing import Final

# In this order. Indexes contain these replacements, so a change needs a migration.
REPLACEMENTS: Final = (
    ("0", "o"),
    ("1", "l"),
    ("i", "l"),
    ("_", "-"),
    ("rn", "m"),
    ("vv", "w"),
)


def build_skeleton(slug: str) -> str:
    skeleton = slug.lower()
    for old, new in REPLACEMENTS:
        skeleton = skeleton.replace(old, new)
    return skeleton


def build_skeleton_sql(column: str) -> str:
    """Return the SQL expression for the skeleton of a column, on which there is an index."""
    sql = f"lower({column})"
    for old, new in REPLACEMENTS:
        sql = f"replace({sql}, '{old}', '{new}')"
    return sql
