"""The HTML part of mails.

Old mail programs support neither style sheets nor `<div>` layouts, so the layout consists of
tables, and the styles are attributes. The style sheet in the head only adds what newer programs
support: the dark colours, and narrower margins on phones.
"""

from markupsafe import Markup, escape

from community.domain.mail.brand import DARK_CARD, LIGHT_CARD, MailBrand
from community.domain.mail.content import Button, Entry, Facts, Link, Message, Note, Part, Quote
from community.i18n import active_language, gettext as _

_FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_BACKGROUND, _TEXT, _SOFT, _LINE = "#f4f3f0", "#26231f", "#625d55", "#e4e1dc"
_PARAGRAPH = f"margin:0 0 16px;{_FONT};font-size:16px;line-height:1.55;overflow-wrap:anywhere"
_NOTE = f"margin:0 0 16px;{_FONT};font-size:14px;line-height:1.5;overflow-wrap:anywhere"
_CELL = f"padding:6px 16px 6px 0;{_FONT};font-size:14px;line-height:1.45;vertical-align:top"

# Gmail and others remove the whole style sheet if they do not understand a part of it, so it
# contains nothing unusual. Outlook.com replaces `prefers-color-scheme` by the attribute data-ogsc.
_STYLES = Markup(
    ":root{{color-scheme:light dark;supported-color-schemes:light dark}}"
    "@media (max-width:480px){{.card{{padding:24px 20px!important}}"
    ".page{{padding:16px 8px!important}}}}"
    "@media (prefers-color-scheme:dark){{"
    ".page,body{{background:#171614!important}}"
    ".card{{background:{dark_card}!important;border-color:#3a3733!important}}"
    ".line{{background:#3a3733!important}}"
    ".text{{color:#ece9e4!important}}.soft{{color:#b0aaa1!important}}"
    ".link{{color:{dark_accent}!important}}}}"
    "[data-ogsc] .text{{color:#ece9e4!important}}[data-ogsc] .soft{{color:#b0aaa1!important}}"
    "[data-ogsc] .link{{color:{dark_accent}!important}}"
)
# `&#847;&zwnj;&nbsp;` is invisible, and keeps the beginning of the text out of the preheader.
_PAGE = Markup(
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
    '<meta name="color-scheme" content="light dark">'
    '<meta name="supported-color-schemes" content="light dark">'
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    "<title>{subject}</title><style>{styles}</style></head>"
    '<body style="margin:0;padding:0;background:{background}">'
    '<div style="display:none;max-height:0;overflow:hidden">{preheader}{filler}</div>'
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">'
    '<tr><td class="page" align="center" bgcolor="{background}" style="padding:32px 16px;'
    'background:{background}"><table role="presentation" width="100%" cellpadding="0" '
    'cellspacing="0" border="0" style="max-width:560px">'
    '<tr><td align="left" style="padding:0 4px 20px">{header}</td></tr>'
    '<tr><td class="card" align="left" bgcolor="{card}" style="padding:36px 36px 20px;'
    'background:{card};border:1px solid {line};border-radius:14px">'
    '<h1 class="text" style="margin:0 0 16px;{font};font-size:22px;line-height:1.3;'
    'font-weight:650;color:{text}">{subject}</h1>{body}</td></tr>'
    '<tr><td align="left" style="padding:20px 4px 0">{footer}</td></tr>'
    "</table></td></tr></table></body></html>"
)
_FILLER = Markup("&#847;&zwnj;&nbsp;") * 60
_ANCHOR = Markup('<a class="link" href="{url}" style="color:{color}">{label}</a>')


def render_html(message: Message, brand: MailBrand) -> str:
    return str(
        _PAGE.format(
            language=active_language(),
            subject=message.subject,
            preheader=message.preheader,
            filler=_FILLER,
            styles=_STYLES.format(dark_card=DARK_CARD, dark_accent=brand.dark_accent),
            background=_BACKGROUND,
            card=LIGHT_CARD,
            line=_LINE,
            font=_FONT,
            text=_TEXT,
            header=_render_header(brand),
            body=Markup("").join(_render_part(part, brand) for part in message.parts),
            footer=_render_footer(message, brand),
        )
    )


def _render_header(brand: MailBrand) -> Markup:
    name: Markup | str = brand.site_name
    if brand.logo_url:
        name = Markup(
            '<img src="{}" alt="{}" height="32" style="display:block;height:32px;width:auto;'
            'max-width:240px;border:0">'
        ).format(brand.logo_url, brand.site_name)
    return Markup(
        '<a class="text" href="{}" style="{};font-size:18px;font-weight:650;color:{};'
        'text-decoration:none">{}</a>'
    ).format(brand.site_url, _FONT, _TEXT, name)


def _render_part(part: Part, brand: MailBrand) -> Markup:  # noqa: PLR0911  # one per type
    match part:
        case Button():
            return _render_button(part, brand)
        case Facts():
            return _render_facts(part)
        case Link():
            return _render_paragraph(_join_link(part, brand), _NOTE, "soft", _SOFT)
        case Note():
            return _render_paragraph(part.text, _NOTE, "soft", _SOFT)
        case Quote():
            return _render_quote(part.text)
        case Entry():
            return _render_entry(part, brand)
        case _:
            return _render_paragraph(part, _PARAGRAPH, "text", _TEXT)


def _render_paragraph(content: str, style: str, class_name: str, color: str) -> Markup:
    return Markup('<p class="{}" style="{};color:{}">{}</p>').format(
        class_name, style, color, escape(content)
    )


def _render_quote(text: str) -> Markup:
    """Return the quote with a line beside it, as a table because Outlook ignores `border-left`."""
    return Markup(
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" '
        'style="margin:0 0 20px"><tr><td class="line" width="3" bgcolor="{line}" '
        'style="width:3px;background:{line};border-radius:2px;font-size:0">&nbsp;</td>'
        '<td class="text" dir="auto" style="padding:2px 0 2px 14px;{font};font-size:16px;'
        'line-height:1.55;overflow-wrap:anywhere;color:{text}">{quote}</td></tr></table>'
    ).format(line=_LINE, font=_FONT, text=_TEXT, quote=text)


def _render_entry(entry: Entry, brand: MailBrand) -> Markup:
    style = f"margin:0 0 4px;{_FONT};font-size:16px;line-height:1.45;overflow-wrap:anywhere"
    link = Markup(
        '<a class="link" href="{}" style="color:{};font-weight:600;text-decoration:none">{}</a>'
    ).format(entry.url, brand.accent, entry.text)
    context_style = f"{_NOTE};margin-bottom:{8 if entry.quote else 20}px"
    parts = [_render_paragraph(link, style, "text", _TEXT)]
    if entry.context or not entry.quote:
        parts.append(_render_paragraph(entry.context, context_style, "soft", _SOFT))
    if entry.quote:
        parts.append(_render_quote(entry.quote))
    return Markup("").join(parts)


def _join_link(part: Link, brand: MailBrand) -> Markup:
    anchor = _ANCHOR.format(url=part.url, color=brand.accent, label=part.label)
    return Markup("{} {}").format(part.text, anchor)


def _render_button(button: Button, brand: MailBrand) -> Markup:
    """Return a button whose colours are those of a table cell, which Outlook needs."""
    return Markup(
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0" '
        'style="margin:8px 0 24px"><tr><td align="center" bgcolor="{color}" '
        'style="background:{color};border-radius:10px;padding:0"><a href="{url}" '
        'style="display:inline-block;padding:13px 24px;{font};font-size:16px;line-height:1.25;'
        'font-weight:600;color:#ffffff;text-decoration:none">{label}</a></td></tr></table>'
    ).format(color=brand.accent, url=button.url, font=_FONT, label=button.label)


def _render_facts(facts: Facts) -> Markup:
    rows = Markup("").join(
        Markup(
            '<tr><th class="soft" scope="row" align="left" style="{cell};font-weight:400;'
            'color:{soft};white-space:nowrap">{label}</th>'
            '<td class="text" style="{cell};color:{text};overflow-wrap:anywhere">{value}</td></tr>'
        ).format(cell=_CELL, soft=_SOFT, text=_TEXT, label=label, value=value)
        for label, value in facts.rows
    )
    return Markup(
        '<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">{}</table>'
    ).format(rows)


def _render_footer(message: Message, brand: MailBrand) -> Markup:
    lines = [_render_footer_line(message.reason)]
    if message.unsubscribe_url:
        anchor = _ANCHOR.format(
            url=message.unsubscribe_url, color=brand.accent, label=_("Unsubscribe")
        )
        lines.append(_render_footer_line(anchor))
    home = _ANCHOR.format(url=brand.site_url, color=brand.accent, label=brand.site_name)
    lines.append(_render_footer_line(home))
    return Markup("").join(lines)


def _render_footer_line(content: str) -> Markup:
    style = f"margin:0 0 6px;{_FONT};font-size:13px;line-height:1.5"
    return _render_paragraph(content, style, "soft", _SOFT)
