/** Shown for a page, or a part of it, that failed to render. */
export const brokenTexts = {
  title: 'Une erreur est survenue',
  detail: "La page n'a pas pu s'afficher. La recharger suffit en général.",
  reload: 'Recharger la page',
}
