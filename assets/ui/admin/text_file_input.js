// A file input that sends the text of the chosen file to the server.
import { createElement as el } from "react";

/**
 * @param {{
 *   maxBytes: number,
 *   onText: (message: { text: string }) => void,
 * } & React.ComponentProps<"input">} props
 */
export function TextFileInput({ maxBytes, onText, ...props }) {
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const read = async ({ currentTarget: input }) => {
    const file = input.files?.[0];
    if (!file) return;
    // One byte more than the limit, so that the server refuses larger files with a message.
    onText({ text: await file.slice(0, maxBytes + 1).text() });
  };
  // The same file can be chosen again after it was corrected. Until then, the field shows its name.
  /** @param {React.MouseEvent<HTMLInputElement>} event */
  const reset = ({ currentTarget: input }) => {
    input.value = "";
  };
  return el("input", { ...props, type: "file", onClick: reset, onChange: read });
}
