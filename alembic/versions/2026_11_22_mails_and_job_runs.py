"""Add the queue of mails and the history of job runs, and store why a job failed."""

import sqlalchemy as sa
from alembic import op

revision = "f1d0a5c3b701"
down_revision = "f1a37c0d92be"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "mails",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("is_private", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(length=500), nullable=False),
        sa.Column("transport", sa.String(length=10), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("due_at", TIME, nullable=False),
        sa.Column("sent_at", TIME, nullable=True),
        sa.CheckConstraint("state IN ('queued', 'sent', 'failed')", name=op.f("ck_mails_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
    )
    op.create_index("ix_mails_created_at", "mails", ["created_at"])
    op.create_index("ix_mails_state", "mails", ["state", "id"])
    op.create_table(
        "job_runs",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("is_scheduled", sa.Boolean(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=False),
        sa.Column("error", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_runs")),
    )
    op.create_index("ix_job_runs_ended_at", "job_runs", ["ended_at"])
    op.add_column("outbox_messages", sa.Column("started_at", TIME, nullable=True))
    op.add_column(
        "outbox_messages",
        sa.Column("last_error", sa.String(length=500), server_default="", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("outbox_messages", "last_error")
    op.drop_column("outbox_messages", "started_at")
    op.drop_index("ix_job_runs_ended_at", table_name="job_runs")
    op.drop_table("job_runs")
    op.drop_index("ix_mails_state", table_name="mails")
    op.drop_index("ix_mails_created_at", table_name="mails")
    op.drop_table("mails")
