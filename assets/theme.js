// Light or dark before the first paint. The same key and the same classes as the live view's own
// colour mode, so both always agree: "light", "dark" or "system" under `theme`.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Storage may be refused; the system's choice stands.
  }
  const dark =
    chosen === "dark" ||
    (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const root = document.documentElement;
  root.classList.remove("light", "dark");
  root.classList.add(dark ? "dark" : "light");
  root.style.colorScheme = dark ? "dark" : "light";
})();
