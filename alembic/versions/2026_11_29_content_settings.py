"""Rename the settings that govern posts as well as comments."""

import sqlalchemy as sa
from alembic import op

revision = "b7c2e90f3d61"
down_revision = "4e8a1f60d2b9"
branch_labels = None
depends_on = None

NEW_NAMES = {
    "unverified_comments": "unverified_accounts",
    "comments_need_account_hours": "new_account_hours",
    "new_account_comments": "new_accounts",
    "premoderate_comments": "premoderate_content",
}


def upgrade() -> None:
    rename(NEW_NAMES)


def downgrade() -> None:
    rename({new: old for old, new in NEW_NAMES.items()})


def rename(names: dict[str, str]) -> None:
    settings = sa.table("site_settings", sa.column("name", sa.String), sa.column("value", sa.JSON))
    is_content = settings.c.name == "content"
    values = op.get_bind().scalar(sa.select(settings.c.value).where(is_content))
    if values is not None:
        renamed = {names.get(name, name): value for name, value in values.items()}
        op.execute(sa.update(settings).where(is_content).values(value=renamed))
