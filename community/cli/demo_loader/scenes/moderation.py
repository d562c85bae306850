"""A held comment, reports, a ban and an invitation, which the Admin Panel shows."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo_loader.load_context import LoadContext
from community.domain import comments, moderation, site
from community.domain.accounts import invitations
from community.domain.moderation import reports

_BLOCKED_SITE = "watches.example"


async def _invite(session: AsyncSession, context: LoadContext) -> None:
    await invitations.create(
        session,
        context.actors["marta"],
        note="For the bakers of Gothenburg",
        max_uses=20,
        lifetime_days=90,
    )


async def _block_site(session: AsyncSession, context: LoadContext) -> None:
    section = await site.get_settings_section(session, site.ContentSettings)
    section = section.model_copy(update={"blocked_domains": (_BLOCKED_SITE,)})
    await site.update_settings(session, context.actors["marta"], section)


async def _hold_comment(session: AsyncSession, context: LoadContext) -> None:
    text = f"I found a strap for it at https://{_BLOCKED_SITE}/straps, it fits."
    await _comment(session, context, "nina-park", text)


async def _report_spam(session: AsyncSession, context: LoadContext) -> None:
    spammer = context.actors["best-watches"]
    text = "Best watches, original, 80 % off! Write to me for the address."
    comment_id = await _comment(session, context, "best-watches", text)
    await reports.report(
        session,
        context.actors["yusuf"],
        target_kind="comment",
        target_id=comment_id,
        reason=reports.ReportReason.SPAM,
    )
    await reports.report(
        session,
        context.actors["grace"],
        target_kind="user",
        target_id=spammer.id,
        reason=reports.ReportReason.OTHER,
        text="Writes the same advertisement below every post.",
    )


async def _ban_spammer(session: AsyncSession, context: LoadContext) -> None:
    admin = context.get_confirmed_admin()
    spammer = context.actors["best-watches"]
    await moderation.ban(session, admin, user_id=spammer.id, reason="Advertising")


async def _comment(session: AsyncSession, context: LoadContext, slug: str, text: str) -> int:
    comment = await comments.reply(
        session,
        context.actors[slug],
        post_id=max(context.post_ids.values()),
        text=await comments.render_text(text),
    )
    return comment.id


MODERATION_SCENES = {
    "invite": _invite,
    "block_site": _block_site,
    "hold_comment": _hold_comment,
    "report_spam": _report_spam,
    "ban_spammer": _ban_spammer,
}
