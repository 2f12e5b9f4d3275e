// Runs before the first paint, so it is no module: a dark page that flashes white first hurts.
try {
  const { colorScheme } = JSON.parse(localStorage.getItem("colabel.preferences") ?? "{}") ?? {};
  if (colorScheme === "light" || colorScheme === "dark") document.documentElement.dataset.colorScheme = colorScheme;
} catch {
  // Nothing is remembered that could be applied.
}
