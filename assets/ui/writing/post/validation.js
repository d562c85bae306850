// Checks the fields of a post before they are sent. The server checks them again.
import { gettext, locale } from "$/public/ui/i18n.js";

/**
 * @param {string} text
 * @param {number} limit
 */
export function tooLongError(text, limit) {
  if (text.length <= limit) return "";
  return gettext("Use at most {limit} characters. You have used {length}.", {
    limit: limit.toLocaleString(locale),
    length: text.length.toLocaleString(locale),
  });
}

/**
 * Returns the error of each field that a published post requires. The error is empty if the field is valid.
 * @param {import("./session.js").Session} session
 */
export function requiredFieldErrors({ fields, invalidFields, errors }) {
  const missingText = fields.text.trim() ? "" : gettext("Write something first.");
  return {
    title: fields.title.trim() ? "" : gettext("Enter a title."),
    text: invalidFields.has("text") ? errors.text : missingText,
  };
}
