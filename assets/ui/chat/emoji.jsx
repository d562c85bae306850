// The button with a small choice of emoji. Phones have emoji on their keyboards, so they do not show it.
import { useId, useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "$/public/ui/writing/icon.jsx";

const EMOJI = [
  ..."😀😄😂🤣😊😇🙂😉😍😘😋😎🤩🥳🤔🤨😐🙄😏😴😢😭😅😬😱😳🥺😤😡🤯",
  ..."👍👎👌👏🙏💪🤝👋🙌🤞👀🔥✨🎉💡💯🚀⭐🎂🍕🌍🌈🐈🐶🌻",
  ..."✅❌❗❓💬📌📷🎵📚💻💰⏰",
];
const HEART = "❤️";

/** @param {{ insert: (emoji: string) => void, classNames: ClassNames, icons: Icons }} props */
export function EmojiButton({ insert, classNames, icons }) {
  const id = useId();
  /** @type {Ref<HTMLDivElement>} */
  const panel = useRef(null);
  const choose = (/** @type {string} */ emoji) => {
    panel.current.hidePopover();
    insert(emoji);
  };
  const label = gettext("Insert emoji");
  return (
    <>
      <button type="button" className={classNames.emoji_button} popoverTarget={id} aria-label={label} title={label}>
        <Icon path={icons.emoji} />
      </button>
      <div ref={panel} id={id} popover="auto" className={classNames.emoji_panel} role="group" aria-label={label}>
        {[HEART, ...EMOJI].map((emoji) => (
          <button key={emoji} type="button" className={classNames.emoji} onClick={() => choose(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </>
  );
}
