"""Add invitations to create an account."""

import sqlalchemy as sa
from alembic import op

revision = "e61b0f4d27a9"
down_revision = "b8e2f60a94d7"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("max_uses", sa.Integer(), nullable=False),
        sa.Column("uses_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_by_id", BIG_KEY, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=True),
        sa.Column("revoked_at", TIME, nullable=True),
        sa.CheckConstraint(
            "uses_count >= 0 AND uses_count <= max_uses", name=op.f("ck_invitations_uses_count")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_invitations_created_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_table(
        "invitation_uses",
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("invitation_id", BIG_KEY, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_invitation_uses_user_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["invitations.id"],
            name=op.f("fk_invitation_uses_invitation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_invitation_uses")),
    )
    op.create_index(op.f("ix_invitation_uses_invitation_id"), "invitation_uses", ["invitation_id"])
    op.add_column(
        "pending_registrations",
        sa.Column("invitation_hash", sa.String(length=64), server_default="", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("pending_registrations", "invitation_hash")
    op.drop_table("invitation_uses")
    op.drop_table("invitations")
