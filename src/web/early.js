/* Runs before the first paint: the choices of the person, if any (see platform/ui/rootChoice.ts). */
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('density') === 'compact') document.documentElement.dataset.density = 'compact'
} catch {}
/* Hides the notice for too old browsers also when the style sheet fails to load. Same features as in platform/ui/reset.css. */
if (
  window.CSS &&
  CSS.supports('font-size-adjust', 'from-font') &&
  CSS.supports('color', 'rgb(from red r g b)')
)
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('.old-browser').hidden = true
  })
/* Readies what the application waits for when it starts, while the network still keeps the processor idle. */
setTimeout(() => {
  try {
    sessionStorage.getItem('')
  } catch {}
  Intl.DateTimeFormat.supportedLocalesOf('fr-FR')
})
