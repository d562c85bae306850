// Loads the script of a payment provider once.

/** @type {Map<string, Promise<void>>} */
const scripts = new Map();

/** @param {string} url */
export function loadScript(url) {
  let loading = scripts.get(url);
  if (!loading) {
    loading = appendScript(url);
    scripts.set(url, loading);
    // A later attempt loads it again.
    loading.catch(() => scripts.delete(url));
  }
  return loading;
}

/** @param {string} url @returns {Promise<void>} */
function appendScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`script: ${url}`));
    };
    document.head.append(script);
  });
}
