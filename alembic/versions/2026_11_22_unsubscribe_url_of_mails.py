"""Add the address with which recipients unsubscribe from mails."""

import sqlalchemy as sa
from alembic import op

revision = "a4d1e7c05b92"
down_revision = "d4e07b91c3f8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "mails",
        sa.Column("unsubscribe_url", sa.String(length=500), server_default="", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("mails", "unsubscribe_url")
