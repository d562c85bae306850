// Translates texts in the browser. The functions equal those in `community/i18n` and use catalog.js.
import catalog from "./catalog.js";

const rules = new Intl.PluralRules(catalog.locale);

export const { locale, dateLocale } = catalog;

/** Translates a message and replaces each `{name}` placeholder by the entry of `values` with that name. */
export function gettext(message, values = {}) {
  return fillPlaceholders(catalog.messages[message] ?? message, values);
}

/** Translates a message that has several meanings. `context` names the intended meaning. */
export function pgettext(context, message, values = {}) {
  return fillPlaceholders(catalog.messages[`${context}\u0004${message}`] ?? message, values);
}

/** Translates a message that depends on the count `n`. The placeholder `{n}` is replaced by the count. */
export function ngettext(singular, plural, n, values = {}) {
  return pluralText(catalog.messages[singular] ?? [singular, plural], n, values);
}

/** Returns the plural form for `n`. `forms` contains a text for each plural category, as `catalog.categories` does. */
export function pluralText(forms, n, values = {}) {
  const form = forms[catalog.categories.indexOf(rules.select(n))] ?? forms.at(-1);
  return fillPlaceholders(form, { n, ...values });
}

function fillPlaceholders(text, values) {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}
