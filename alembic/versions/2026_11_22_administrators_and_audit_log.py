"""Add the sections of administrators, password confirmations and the audit log."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "f1a6d30c9b58"
down_revision = "b7c40d92e1a5"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")
ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
USERS = sa.table(
    "users", sa.column("admin_since", sa.DateTime()), sa.column("admin_sections", JSON)
)


def upgrade() -> None:
    _create_index_of_administrators()
    # While the migration runs, processes of the previous version insert rows without this column.
    op.add_column("users", sa.Column("admin_sections", JSON, server_default="[]", nullable=False))
    op.execute(USERS.update().where(USERS.c.admin_since.is_not(None)).values(admin_sections=["*"]))
    op.add_column(
        "user_sessions", sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True)
    )
    _create_audit_entries()
    _forbid_changes_of_audit_entries()


def downgrade() -> None:
    op.drop_table("audit_entries")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION reject_audit_change()")
    op.drop_column("user_sessions", "confirmed_at")
    op.drop_index("ix_users_admins", table_name="users")
    op.drop_column("users", "admin_sections")


def _create_index_of_administrators() -> None:
    # Creating an index concurrently does not block the writes of a running site. It is not possible
    # in a transaction.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_users_admins",
            "users",
            ["id"],
            unique=False,
            sqlite_where=sa.text("admin_since IS NOT NULL"),
            postgresql_where=sa.text("admin_since IS NOT NULL"),
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def _create_audit_entries() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", ID, nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=True),
        sa.Column("actor_name", sa.String(length=50), nullable=False),
        sa.Column("actor_slug", sa.String(length=30), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("target_kind", sa.String(length=30), nullable=False),
        sa.Column("target_id", sa.String(length=60), nullable=False),
        sa.Column("target_name", sa.String(length=200), nullable=False),
        sa.Column("before", JSON, nullable=True),
        sa.Column("after", JSON, nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("search_text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    for name, columns in (
        ("actor", ["actor_id", "id"]),
        ("action", ["action", "id"]),
        ("target", ["target_kind", "target_id", "id"]),
        ("created_at", ["created_at", "id"]),
    ):
        op.create_index(f"ix_audit_entries_{name}", "audit_entries", columns, unique=False)


def _forbid_changes_of_audit_entries() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'audit_entries is append-only'; END $$"
        )
        op.execute(
            "CREATE TRIGGER reject_audit_change BEFORE UPDATE OR DELETE ON audit_entries "
            "FOR EACH ROW EXECUTE FUNCTION reject_audit_change()"
        )
        return
    for operation in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER reject_audit_{operation.lower()} BEFORE {operation} "
            "ON audit_entries BEGIN SELECT RAISE(ABORT, 'audit_entries is append-only'); END"
        )
