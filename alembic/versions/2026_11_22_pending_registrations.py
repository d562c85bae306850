"""Add registrations that wait until the email is confirmed."""

import sqlalchemy as sa
from alembic import op

revision = "c93f0b6a7d25"
down_revision = "b7e29d4f6a13"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "pending_registrations",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("slug", sa.String(length=30), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_registrations")),
    )
    op.create_index(
        "ix_pending_registrations_email_lower", "pending_registrations", [sa.text("lower(email)")]
    )
    op.create_index("ix_pending_registrations_expires_at", "pending_registrations", ["expires_at"])


def downgrade() -> None:
    op.drop_table("pending_registrations")
