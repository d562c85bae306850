"""Add summaries of posts, requests to the AI endpoint, and accounts of bots."""

import sqlalchemy as sa
from alembic import op

revision = "b3f0a7c4d516"
down_revision = "e5a1c8f20b47"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ai_requests",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column(
            "comment_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("answer_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=False),
        sa.Column("tokens", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('summary', 'answer', 'test')", name=op.f("ck_ai_requests_kind")
        ),
        sa.CheckConstraint(
            "status IN ('waiting', 'writing', 'done', 'failed')", name=op.f("ck_ai_requests_status")
        ),
        sa.ForeignKeyConstraint(
            ["answer_id"],
            ["comments.id"],
            name=op.f("fk_ai_requests_answer_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["comment_id"],
            ["comments.id"],
            name=op.f("fk_ai_requests_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_ai_requests_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_ai_requests_user_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ai_requests")),
    )
    op.create_index(op.f("ix_ai_requests_answer_id"), "ai_requests", ["answer_id"], unique=False)
    op.create_index("ix_ai_requests_created_at", "ai_requests", ["created_at"], unique=False)
    op.create_index(op.f("ix_ai_requests_post_id"), "ai_requests", ["post_id"], unique=False)
    op.create_index("ix_ai_requests_user", "ai_requests", ["user_id", "created_at"], unique=False)
    op.create_index("uq_ai_requests_comment", "ai_requests", ["comment_id"], unique=True)

    op.create_table(
        "ai_summaries",
        sa.Column("post_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=False),
        sa.Column(
            "request_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('waiting', 'writing', 'done', 'failed')",
            name=op.f("ck_ai_summaries_status"),
        ),
        sa.ForeignKeyConstraint(
            ["post_id"], ["posts.id"], name=op.f("fk_ai_summaries_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["ai_requests.id"],
            name=op.f("fk_ai_summaries_request_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_ai_summaries")),
    )
    op.create_index(
        op.f("ix_ai_summaries_request_id"), "ai_summaries", ["request_id"], unique=False
    )

    op.add_column(
        "users", sa.Column("is_bot", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("users", "is_bot")

    op.drop_index(op.f("ix_ai_summaries_request_id"), "ai_summaries")

    op.drop_table("ai_summaries")
    op.drop_index("uq_ai_requests_comment", "ai_requests")
    op.drop_index("ix_ai_requests_user", "ai_requests")
    op.drop_index(op.f("ix_ai_requests_post_id"), "ai_requests")
    op.drop_index("ix_ai_requests_created_at", "ai_requests")
    op.drop_index(op.f("ix_ai_requests_answer_id"), "ai_requests")

    op.drop_table("ai_requests")
