// Shows a green dot at the avatars of users who are online. The server sends only changes, and only for the users whose
// avatars are on the screen or near it.
import { useEffect, useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { onPush } from "$/public/ui/pushes.js";
import { useConnection } from "$/public/ui/writing/connection.js";

const ATTRIBUTE = "data-online-user";
const SETTLE_MS = 500;

/** @type {Set<number>} */
const onlineIds = new Set();
/** @type {CSSStyleSheet | undefined} */
let sheet;

onPush("online_users", ({ online_ids, offline_ids }) => {
  for (const id of online_ids) onlineIds.add(id);
  for (const id of offline_ids) onlineIds.delete(id);
  showDots();
});

/**
 * Reports the users on the screen after a change of the page, after scrolling and after a reconnection.
 * @param {{ maxUsers: number, onWatch: (userIds: number[]) => void }} props
 */
export function OnlineStatus({ maxUsers, onWatch }) {
  const connection = useConnection();
  const report = useRef(onWatch);
  report.current = onWatch;

  useEffect(() => {
    if (!connection.isConnected) return undefined;
    let reported = "";
    const update = () => {
      const ids = findShownUsers(maxUsers);
      if (String(ids) === reported || document.hidden) return;
      reported = String(ids);
      // The server answers with those of these users who are online.
      onlineIds.clear();
      report.current(ids);
    };
    return afterChanges(update);
  }, [connection, maxUsers]);

  return null;
}

/**
 * The IDs of the users whose avatars are on the screen, or at most one screen away from it.
 * @param {number} maxUsers
 */
export function findShownUsers(maxUsers) {
  const ids = new Set();
  for (const avatar of document.querySelectorAll(`[${ATTRIBUTE}]`)) {
    const { top, bottom, width } = avatar.getBoundingClientRect();
    if (width && bottom > -innerHeight && top < 2 * innerHeight) ids.add(Number(avatar.getAttribute(ATTRIBUTE)));
    if (ids.size === maxUsers) break;
  }
  return [...ids].sort((a, b) => a - b);
}

// React creates and moves the avatars. A style sheet with the IDs works for those that do not exist yet, too.
function showDots() {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()));
  const selectors = [...onlineIds].map((id) => `[${ATTRIBUTE}="${id}"]::after`);
  // Screen readers read the text after the slash.
  const content = `"" / ${JSON.stringify(gettext("Online"))}`;
  sheet.replaceSync(selectors.length ? `${selectors.join()}{display:block;content:${content}}` : "");
}

/**
 * Call `update` when the page has not changed and has not been scrolled for a moment.
 * @param {() => void} update
 */
function afterChanges(update) {
  let timer = setTimeout(update, SETTLE_MS);
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(update, SETTLE_MS);
  };
  const observer = new MutationObserver(schedule);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: [ATTRIBUTE] });
  addEventListener("scroll", schedule, { passive: true });
  document.addEventListener("visibilitychange", schedule);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    removeEventListener("scroll", schedule);
    document.removeEventListener("visibilitychange", schedule);
  };
}
