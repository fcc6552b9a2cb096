/** A page, or a part of it, that cannot be drawn. */
export const brokenTexts = {
  title: 'Une erreur est survenue',
  detail: "La page n'a pas pu s'afficher. La recharger suffit en général.",
  reload: 'Recharger la page',
}
