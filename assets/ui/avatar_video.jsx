// Plays the video of a profile picture, muted and in a loop, while it is on the screen. Visitors who prefer less motion
// or save data see its first frame until they press the button, which the children show as its two icons.
import { useEffect, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";

/**
 * Whether the video plays. The visitor's choice with the button counts more than their preferences.
 * @param {{ isVisible: boolean, choice: boolean | null, isStillPreferred: boolean }} situation
 */
export function mayPlay({ isVisible, choice, isStillPreferred }) {
  return isVisible && (choice ?? !isStillPreferred);
}

/**
 * @param {{ src: string, className: string, children: [pauseIcon: ReactNode, playIcon: ReactNode] }} props
 * `src` is the URL of the video, or empty if the profile picture is an image.
 */
export function AvatarVideo({ src, className, children }) {
  const [choice, setChoice] = useState(/** @type {boolean | null} */ (null));
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => setChoice(null), [src]);
  useEffect(() => (src ? playVideo(src, choice, setIsPlaying) : undefined), [src, choice]);
  if (!src) return null;
  return (
    <button
      type="button"
      className={className}
      aria-label={isPlaying ? gettext("Pause video") : gettext("Play video")}
      onClick={() => setChoice(!isPlaying)}
    >
      {isPlaying ? children[0] : children[1]}
    </button>
  );
}

/**
 * Plays and pauses the video with this URL. Returns a function that stops.
 * @param {string} src
 * @param {boolean | null} choice
 * @param {(isPlaying: boolean) => void} onChange
 */
export function playVideo(src, choice, onChange) {
  const video = /** @type {HTMLVideoElement | undefined} */ (
    [...document.querySelectorAll("video[data-avatar-video]")].find((element) => element.getAttribute("src") === src)
  );
  if (!video) return undefined;
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  let isVisible = false;
  const update = () => {
    const isStillPreferred = motion.matches || savesData();
    if (!mayPlay({ isVisible: isVisible && !document.hidden, choice, isStillPreferred })) video.pause();
    // Browsers reject the promise if the video is paused before it starts, or may not play.
    else if (video.paused) video.play().catch(() => onChange(false));
  };
  const report = () => onChange(!video.paused);
  const observer = new IntersectionObserver(([entry]) => {
    isVisible = entry.isIntersecting;
    update();
  });
  // React sets the property but not the attribute, and browsers only play muted videos without a click.
  video.muted = true;
  observer.observe(video);
  motion.addEventListener("change", update);
  document.addEventListener("visibilitychange", update);
  for (const name of ["play", "pause"]) video.addEventListener(name, report);
  return () => {
    observer.disconnect();
    motion.removeEventListener("change", update);
    document.removeEventListener("visibilitychange", update);
    for (const name of ["play", "pause"]) video.removeEventListener(name, report);
  };
}

function savesData() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return Boolean(connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
}
