// A place of a live page that shows an advertisement.
import { createElement as el, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { choose, getInterval } from "./choice.js";
import { watchUntilBelowView } from "./late.js";
import { getPageView } from "./page_view.js";

/** @typedef {"header" | "sidebar" | "post_bottom" | "feed" | "comments"} Place */

function useOpenPage() {
  const { pathname, search } = useLocation();
  return getPageView(pathname + search, useNavigationType() === "POP");
}

/**
 * Returns the advertisement that a place of the current page shows, or null.
 * @param {Place} place
 * @param {number} position The number of posts or discussions before the place. 0 in places that do not repeat.
 * @param {LoadedAdvertisements} loaded
 */
export function useAdvertisement(place, position, loaded) {
  const page = useOpenPage();
  if (loaded.url === page.url) page.loaded = loaded;
  const candidates = page.loaded?.places[place] ?? [];
  if (!candidates.length) return null;
  const interval = getInterval(candidates);
  if (position && (!interval || position % interval)) return null;
  return choose(candidates, place, position, page);
}

/**
 * Counts the advertisement that its child shows. The page does not move: if the advertisement no longer runs, its space
 * stays, and one that begins while the page is open waits until its place is below the visible part of the page.
 * @param {{ place: Place, position: number, shown: PlacedAdvertisement | null, children: ReactNode }} props
 */
export function AdvertisementSlot({ place, position, shown, children }) {
  const page = useOpenPage();
  // Where new posts have moved the list, its places are new ones.
  const view = `${page.id} ${position}`;
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const height = useRef({ view: "", pixels: 0 });
  const { id, at } = shown ?? { id: 0, at: "" };
  const isLate = useLate(view, page.loaded ? id : undefined, ref);
  useEffect(() => {
    const element = ref.current?.querySelector("[data-ad]");
    if (!id || !element || !ref.current) return undefined;
    height.current = { view, pixels: ref.current.offsetHeight };
    addPageView(element, page.id);
    return watch(element, page.id, { id, at });
  }, [id, at, page.id, view, isLate]);
  const className = `ad-slot ad-${place}`;
  if (shown && !isLate)
    return el("div", { ref, className, "data-place": place, onClick: handleClick, onAuxClick }, children);
  const { pixels } = height.current;
  if (height.current.view === view && pixels) return el("div", { ref, className, style: { height: pixels } });
  // Without a place in the layout, it needs no space of its own.
  return isLate ? el("div", { ref, style: { position: "absolute" } }) : null;
}

/**
 * Returns whether an advertisement has begun after the page was shown, and must wait.
 * @param {string} view The page view and the position in it.
 * @param {number | undefined} id That of the advertisement, or 0 for none. Undefined until the page is loaded.
 * @param {React.RefObject<HTMLElement | null>} ref
 */
function useLate(view, id, ref) {
  const [known, setKnown] = useState({ view: "", id: 0 });
  // What the page shows first is not late.
  if (id !== undefined && known.view !== view) setKnown({ view, id });
  const isLate = Boolean(id) && known.view === view && id !== known.id;
  useEffect(() => {
    if (!isLate || !id || !ref.current) return undefined;
    return watchUntilBelowView(ref.current, () => setKnown({ view, id }));
  }, [isLate, id, view, ref]);
  return isLate;
}

/**
 * Counts when the reader sees an advertisement. Returns a function that stops it. Only pages with an advertisement load
 * the modules that count.
 * @param {HTMLElement} element
 * @param {string} viewId
 * @param {{ id: number, at: string }} advertisement
 */
function watch(element, viewId, advertisement) {
  let isStopped = false;
  let stop = () => {};
  const modules = Promise.all([import("./counts.js"), import("./viewability.js")]);
  void modules.then(([{ count }, { watchViewability }]) => {
    if (isStopped) return;
    stop = watchViewability(element, {
      onRendered: () => count("shown", viewId, advertisement),
      onViewable: () => count("impressions", viewId, advertisement),
    });
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/**
 * Adds the page view to the address of the advertisement, so that a click on it counts.
 * @param {HTMLElement} element
 * @param {string} viewId
 */
function addPageView(element, viewId) {
  const link = /** @type {HTMLAnchorElement | null} */ (element.querySelector("a"));
  if (link) link.href = `${link.href.replace(/&view=.*/, "")}&view=${viewId}`;
}

/**
 * Empties the page view in the address after the click has followed it, as each page view counts one click. Without
 * it, the address would be that of a page without scripts.
 * @param {React.MouseEvent} event
 */
function handleClick({ target }) {
  const link = /** @type {Element} */ (target).closest("a");
  const id = link?.closest("[data-ad]")?.getAttribute("data-ad");
  if (!id) return;
  setTimeout(() => {
    for (const other of document.querySelectorAll(`[data-ad="${id}"] a`)) {
      const followed = /** @type {HTMLAnchorElement} */ (other);
      followed.href = followed.href.replace(/&view=.*/, "&view=");
    }
  });
}

// Only the middle button opens a link.
/** @param {React.MouseEvent} event */
const onAuxClick = (event) => event.button === 1 && handleClick(event);
