"""Store when administrators extended the access of subscriptions."""

import sqlalchemy as sa
from alembic import op

revision = "f52c8b01d4e9"
down_revision = "d5f08a2c61b7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "user_subscriptions", sa.Column("extended_at", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("user_subscriptions", "extended_at")
