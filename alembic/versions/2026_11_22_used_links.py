"""Add the links of mails that were used."""

import sqlalchemy as sa
from alembic import op

revision = "b7e29d4f6a13"
down_revision = "a4d1e7c05b92"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "used_links",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_used_links")),
    )
    op.create_index("ix_used_links_expires_at", "used_links", ["expires_at"])


def downgrade() -> None:
    op.drop_table("used_links")
