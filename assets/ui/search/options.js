// The options below the search field: earlier searches, or what the server suggests for the typed text.
import { gettext } from "$/public/ui/i18n.js";
import { searchHref } from "./search_box.jsx";

/**
 * @typedef {object} Option
 * @property {"query" | "recent" | "person" | "community" | "tag" | "post"} kind
 * @property {string} label
 * @property {string} href
 * @property {string} [note]
 * @property {string | null} [avatar]
 * @property {string} [search] the text that is searched
 *
 * @typedef {{ title: string, options: Option[] }} Group
 */

/**
 * Returns the groups of options for the text in the field.
 * @param {string} text
 * @param {Suggestions | null} suggestions those for `text`, or for the beginning of it
 * @param {string[]} searches
 * @returns {Group[]}
 */
export function buildGroups(text, suggestions, searches) {
  if (!text) return keepFilled([{ title: gettext("Recent searches"), options: searches.map(recentOption) }]);
  const query = { kind: /** @type {const} */ ("query"), label: text, href: searchHref(text), search: text };
  return [{ title: gettext("Search"), options: [query] }, ...suggestedGroups(text, suggestions)];
}

/**
 * @param {string} text
 * @param {Suggestions | null} suggestions
 * @returns {Group[]}
 */
function suggestedGroups(text, suggestions) {
  const typed = suggestions?.q.trim() ?? "";
  if (!suggestions || !typed || !text.toLowerCase().startsWith(typed.toLowerCase())) return [];
  return keepFilled([
    { title: gettext("People"), options: suggestions.people.map(personOption) },
    { title: gettext("Communities"), options: suggestions.communities.map(communityOption) },
    { title: gettext("Tags"), options: suggestions.tags.map(tagOption) },
    { title: gettext("Posts"), options: suggestions.posts.map(postOption) },
  ]);
}

/**
 * Returns the parts of a label, and whether the typed text begins a word with them.
 * @param {string} label
 * @param {string} text
 * @returns {{ part: string, isMatch: boolean }[]}
 */
export function markMatches(label, text) {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (!words.length) return [{ part: label, isMatch: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(allowYo).join("|")})`, "giu");
  return label
    .split(pattern)
    .map((part, index) => ({ part, isMatch: index % 2 === 1 }))
    .filter(({ part }) => part);
}

// The server treats the Russian letter ё as е.
const allowYo = (/** @type {string} */ word) => word.replace(/[её]/giu, "[её]");

/** @param {Group[]} groups */
const keepFilled = (groups) => groups.filter(({ options }) => options.length);

/**
 * @param {string} search
 * @returns {Option}
 */
const recentOption = (search) => ({ kind: "recent", label: search, href: searchHref(search), search });

/**
 * @param {UserSummary} user
 * @returns {Option}
 */
const personOption = (user) => ({
  kind: "person",
  label: user.name,
  note: `@${user.slug}`,
  avatar: user.avatar,
  href: `/${user.slug}`,
});

/**
 * @param {CommunitySummary} community
 * @returns {Option}
 */
const communityOption = (community) => ({
  kind: "community",
  label: community.name,
  avatar: community.avatar,
  href: `/c/${community.slug}`,
});

/**
 * @param {{ name: string, url: string }} tag
 * @returns {Option}
 */
const tagOption = (tag) => ({ kind: "tag", label: tag.name, href: tag.url });

/**
 * @param {{ title: string, url: string }} post
 * @returns {Option}
 */
const postOption = (post) => ({ kind: "post", label: post.title, href: post.url });
