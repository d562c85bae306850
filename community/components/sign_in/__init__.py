"""Forms, dialogs and pages with which people sign in, register and confirm who they are."""

from community.components.sign_in.agreement import agreement, registration_agreement
from community.components.sign_in.auth_forms import (
    AuthForm,
    invitation_needed_notice,
    login_form,
    registration_closed_notice,
    registration_form,
)
from community.components.sign_in.confirmation_dialog import confirmation_dialog
from community.components.sign_in.dialog import (
    auth_form,
    form_error,
    form_fields,
    header_buttons,
    header_links,
    registration_notice,
    sign_in_dialog,
)
from community.components.sign_in.finish_sign_in import finish_page, not_now_link
from community.components.sign_in.mail_links import link_page, send_link_button
from community.components.sign_in.prompts import sign_in_prompt
from community.components.sign_in.providers import (
    provider_buttons,
    provider_link,
    provider_logo,
    quick_sign_in,
    sign_in_problem,
)
