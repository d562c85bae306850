"""Number the changes of site settings, and let the site itself show uploaded images."""

import sqlalchemy as sa
from alembic import op

revision = "c1f4a7b29d60"
down_revision = "d53ef00d51a8"
branch_labels = None
depends_on = None

KINDS = (
    "'post', 'post_draft', 'comment', 'user_avatar', 'user_header', "
    "'community_avatar', 'community_header', 'reaction'"
)


def upgrade() -> None:
    # While the migration runs, processes of the previous version insert rows without this column.
    op.add_column(
        "site_settings", sa.Column("version", sa.Integer(), server_default="0", nullable=False)
    )
    _set_kinds(f"{KINDS}, 'site_logo', 'site_icon'")


def downgrade() -> None:
    op.execute("DELETE FROM upload_references WHERE kind IN ('site_logo', 'site_icon')")
    _set_kinds(KINDS)
    op.drop_column("site_settings", "version")


def _set_kinds(kinds: str) -> None:
    name = op.f("ck_upload_references_kind")
    with op.batch_alter_table("upload_references") as table:
        table.drop_constraint(name, type_="check")
        table.create_check_constraint(name, f"kind IN ({kinds})")
