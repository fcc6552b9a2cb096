/** Stands in every document (vite.config.ts). A browser of today hides it, an older one may run no script of the page. */
export const oldBrowserText =
  'Ce navigateur est trop ancien pour Trousseau. Mettez-le à jour, ou ouvrez cette page dans une version récente de Firefox, Chrome, Edge ou Safari. Sur un poste géré par votre organisation, demandez-le à son service informatique.'
