"""Translates texts and formats dates and numbers in the language of the site.

Every text that users read must be passed to `gettext` or `ngettext` in English. Import these
functions under the following names, because the script that extracts the texts recognizes only
them:

    from community.i18n import gettext as _
    from community.i18n import ngettext

    _("Reply to {name}", name=author.name)
    ngettext("{n} new comment", "{n} new comments", count)

All texts of a process are in one language. `community/community.py` and the command line call
`activate` with the setting `SITE_LANGUAGE` when they start. Call `gettext` only inside functions,
because a text that is translated during import stays in the language that was active at that time.
"""

from community.i18n.catalogs import LANGUAGES, Language
from community.i18n.translation import (
    activate,
    active_language,
    get_language_name,
    gettext,
    ngettext,
    ngettext_noop,
    noop,
    override,
    pgettext,
    plural_forms,
)
