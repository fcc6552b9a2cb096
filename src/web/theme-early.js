/* Runs before the first paint: the theme that the person chose, if any (see ui/useThemeEntries.tsx). */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
