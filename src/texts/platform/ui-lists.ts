/** The texts of tables, pagers and file fields, separate from those that every page loads. */
export const listTexts = {
  selectRow: (row: string) => (row === '' ? 'Sélectionner la ligne' : `Sélectionner ${row}`),
  selectAll: 'Tout sélectionner',
  dragByKey: 'Glisser, ou Entrée pour déplacer au clavier',
  paging: {
    label: 'Pagination',
    first: 'Première page',
    previous: 'Page précédente',
    next: 'Page suivante',
    last: 'Dernière page',
    page: (page: number) => `Page ${page}`,
    jump: 'Aller à la page',
    jumpHint: 'Page',
    perPage: 'Lignes par page',
    range: (from: number, to: number, total: number) => `${from}\u2013${to} sur ${total}`,
  },
  files: {
    drop: 'Déposez un fichier ici ou',
    choose: 'choisissez-le',
    replace: 'Changer de fichier',
    remove: 'Retirer le fichier',
    wrongType: (accepted: string) => `Format de fichier non supporté. Attendu\u00a0: ${accepted}.`,
    tooLarge: (limit: string) => `Ce fichier est trop volumineux (${limit} au plus).`,
    single: 'Déposez un seul fichier à la fois.',
    accepted: (accepted: string, limit: string | undefined) =>
      limit === undefined ? accepted : `${accepted}, ${limit} au plus`,
    megabytes: (bytes: number) => `${Math.round((bytes / 1_048_576) * 10) / 10}\u00a0Mo`.replace('.', ','),
    kilobytes: (bytes: number) => `${Math.ceil(bytes / 1024)}\u00a0Ko`,
  },
} as const
