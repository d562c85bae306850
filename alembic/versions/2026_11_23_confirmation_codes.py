"""Add the codes by mail with which users confirm their identity."""

import sqlalchemy as sa
from alembic import op

revision = "d52e8f01b3c9"
down_revision = "c41d7e90a2b8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "confirmation_codes",
        sa.Column(
            "session_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["user_sessions.id"],
            name=op.f("fk_confirmation_codes_session_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_confirmation_codes")),
    )
    op.create_index("ix_confirmation_codes_expires_at", "confirmation_codes", ["expires_at"])


def downgrade() -> None:
    op.drop_table("confirmation_codes")
