// The button that mentions the AI assistant at the beginning of the message, so that it answers.
import { useEffect, useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";

/**
 * @param {{
 *   slug: string,
 *   mayAskAssistant?: boolean,
 *   onAllowAssistant?: () => void,
 *   field: Ref<HTMLTextAreaElement>,
 *   setText: (text: string) => void,
 *   classNames: ClassNames,
 *   icons: Icons,
 * }} props
 */
export function AssistantButton({ slug, mayAskAssistant, onAllowAssistant, field, setText, classNames, icons }) {
  const isWaiting = useRef(false);
  const mention = () => {
    isWaiting.current = false;
    setText(addMention(field.current.value, slug));
    field.current.focus();
  };
  // The server has allowed it after the click, or shows the plans instead.
  useEffect(() => {
    if (mayAskAssistant && isWaiting.current) mention();
  }, [mayAskAssistant]);
  const handleClick = () => {
    if (mayAskAssistant) mention();
    else {
      isWaiting.current = true;
      onAllowAssistant?.();
    }
  };
  return (
    <button type="button" className={classNames.assistant} onClick={handleClick}>
      <Icon path={icons.sparkles} />
      <span className={classNames.assistant_label}>{gettext("Ask the assistant")}</span>
    </button>
  );
}

/**
 * Returns the text with a mention at the beginning, unless it contains one.
 * @param {string} text
 * @param {string} slug
 */
export function addMention(text, slug) {
  const names = Array.from(text.toLowerCase().matchAll(/@[\p{L}\p{N}_-]+/gu), ([name]) => name);
  return names.includes(`@${slug.toLowerCase()}`) ? text : `@${slug} ${text}`;
}
