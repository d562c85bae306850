// Translates texts in the browser. The functions equal those in `community/i18n` and use catalog.js.
import compiledCatalog from "./catalog.js";

/**
 * A catalog of translations. `messages` contains the translation of each message, or the list of its plural forms.
 * @typedef {{
 *   locale: string,
 *   dateLocale: string,
 *   categories: string[],
 *   messages: Record<string, any>,
 * }} Catalog
 * @typedef {Record<string, string | number>} Values
 */

/** @type {Catalog} */
const catalog = compiledCatalog;
const rules = new Intl.PluralRules(catalog.locale);
const numbers = new Intl.NumberFormat(catalog.locale);

export const { locale, dateLocale } = catalog;

/**
 * Translates a message and replaces each `{name}` placeholder by the entry of `values` with that name.
 * @param {string} message
 * @param {Values} [values]
 */
export function gettext(message, values = {}) {
  return fillPlaceholders(catalog.messages[message] ?? message, values);
}

/**
 * Translates a message that has several meanings. `context` names the intended meaning.
 * @param {string} context
 * @param {string} message
 * @param {Values} [values]
 */
export function pgettext(context, message, values = {}) {
  return fillPlaceholders(catalog.messages[`${context}\u0004${message}`] ?? message, values);
}

/**
 * Translates a message that depends on the count `n`. The placeholder `{n}` is replaced by the count, with
 * thousands separators.
 * @param {string} singular
 * @param {string} plural
 * @param {number} n
 * @param {Values} [values]
 */
export function ngettext(singular, plural, n, values = {}) {
  return pluralText(catalog.messages[singular] ?? [singular, plural], n, values);
}

/**
 * Returns the plural form for `n`. `forms` contains a text for each plural category, as `catalog.categories` does.
 * @param {string[]} forms
 * @param {number} n
 * @param {Values} [values]
 */
export function pluralText(forms, n, values = {}) {
  const form = forms[catalog.categories.indexOf(rules.select(n))] ?? forms.at(-1);
  return fillPlaceholders(form, { n: numbers.format(n), ...values });
}

/**
 * @param {string} text
 * @param {Values} values
 */
function fillPlaceholders(text, values) {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}
