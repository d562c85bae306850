"""Store the choice in the cookie banner with the account."""

import sqlalchemy as sa
from alembic import op

revision = "f72c1a5e38b0"
down_revision = "e61b0f4d27a9"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("consent_choice", sa.String(length=10), nullable=True))
    op.add_column("users", sa.Column("consent_version", sa.String(length=20), nullable=True))
    op.add_column("users", sa.Column("consent_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    for name in ("consent_at", "consent_version", "consent_choice"):
        op.drop_column("users", name)
