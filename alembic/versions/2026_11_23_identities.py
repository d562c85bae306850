"""Add the accounts at other services with which users sign in."""

import sqlalchemy as sa
from alembic import op

revision = "d52c8e1f7a94"
down_revision = "e63f9a12c4d0"
branch_labels = None
depends_on = None

PENDING_COLUMNS = {
    "identity_provider": 20,
    "identity_subject": 255,
    "identity_email": 254,
    "identity_name": 50,
}


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_identities_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identities")),
        sa.UniqueConstraint("provider", "subject", name=op.f("uq_identities_provider_subject")),
        sa.UniqueConstraint("user_id", "provider", name=op.f("uq_identities_user_id_provider")),
    )
    op.add_column(
        "user_sessions",
        sa.Column("method", sa.String(length=20), server_default="password", nullable=False),
    )
    for name, length in PENDING_COLUMNS.items():
        column = sa.Column(name, sa.String(length=length), server_default="", nullable=False)
        op.add_column("pending_registrations", column)


def downgrade() -> None:
    for name in PENDING_COLUMNS:
        op.drop_column("pending_registrations", name)
    op.drop_column("user_sessions", "method")
    op.drop_table("identities")
