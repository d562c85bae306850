// Copies texts to the clipboard.

/**
 * Returns whether the text was copied. The fallback is needed because `navigator.clipboard` is undefined on pages served over plain HTTP.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
