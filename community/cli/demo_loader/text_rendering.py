"""Render the texts of demo content before the transaction that stores them."""

from collections.abc import Sequence

from community.cli.demo.actions import Action, CreateCommunity, PublishPost, WriteComment
from community.cli.demo_loader.load_context import LoadContext
from community.domain import comments, communities, posts


async def render_texts(context: LoadContext, batch: Sequence[Action]) -> None:
    """Store the rendered texts of a batch of actions in the context, and discard all others."""
    context.rules, context.post_texts, context.comment_texts = {}, {}, {}
    for action in batch:
        match action:
            case CreateCommunity(community=community):
                context.rules[community.slug] = await communities.render_rules(community.rules)
            case PublishPost(post=post):
                urls = {name: context.images[name].url for name in post.images}
                context.post_texts[post.slug] = await posts.render_text(post.render_text(urls))
            case WriteComment(post_slug=post_slug, comment=comment):
                key = (post_slug, comment.number)
                context.comment_texts[key] = await comments.render_text(comment.text)
