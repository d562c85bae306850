// Plays the videos in a post. A click on the link to a video replaces the link by the player of the video's site, so that
// no other site learns of the reader before the click.
import { useEffect } from "react";

/** Renders nothing. */
export function VideoPlayer() {
  useEffect(() => {
    document.addEventListener("click", playVideo);
    return () => document.removeEventListener("click", playVideo);
  }, []);
  return null;
}

/** @param {MouseEvent} event */
export function playVideo(event) {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target).closest("a[data-player]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const player = document.createElement("iframe");
  player.src = link.dataset.player ?? "";
  player.title = link.textContent ?? "";
  player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  link.replaceWith(player);
  player.focus();
}
