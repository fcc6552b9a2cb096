/** The dialog of the changelog. */
export const changelogTexts = {
  title: 'Nouveautés',
  version: (version: string) => `Version ${version}`,
  close: 'Fermer',
  loadFailed: 'Erreur pendant le chargement des données',
  /** The specification's own words. */
  markFailed: 'Erreur pendant mise à jour utilisateur',
} as const

export type Feature = {
  readonly title: string
  readonly text: string
  /** The address of a file directly in web/public, or null. */
  readonly picture: string | null
}
/** Other changes of a release. They are only in CHANGELOG.md; the pages show features. */
export type Change = 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security'
export type Release = {
  readonly version: string
  /** YYYY-MM-DD */
  readonly date: string
  readonly features: readonly Feature[]
  readonly notes?: Readonly<Partial<Record<Change, readonly string[]>>>
}

const plain = (title: string, text: string): Feature => ({ title, text, picture: null })

/**
 * The changelog, latest release first. A published release never changes and is never removed: accounts store
 * how many releases their owner has read, so a release added at the top is unread for every user.
 */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    date: '2026-11-22',
    features: [
      plain(
        'Coffres, dossiers et mots de passe',
        "Rangez vos mots de passe dans les dossiers de coffres partagés. Les droits s'accordent un par un, à des personnes ou à des groupes.",
      ),
      plain(
        'Coffres protégés',
        "Un coffre peut demander sa propre clé maître. Sans elle, personne ne l'ouvre, administrateurs compris.",
      ),
      plain(
        'Connexion en deux étapes',
        "Application d'authentification, code par mail ou clé d'accès\u00a0: chaque compte a un second facteur. «\u00a0Mon compte\u00a0» montre vos sessions et vos codes de secours.",
      ),
      {
        title: 'Import LockSelf, KeePass et CSV',
        text: 'Les dossiers, les mots de passe et les codes OTP arrivent en une fois, tous ou aucun. Importer de nouveau un fichier ne crée aucun doublon\u202f; un modèle CSV aide à partir de zéro.',
        picture: '/news-import.svg',
      },
      plain(
        'Tableau de bord',
        "La robustesse de vos mots de passe, les plus faibles et ce qui reste à faire, chaque chiffre menant à sa liste. Les directeurs y suivent les indicateurs de l'organisation, les administrateurs les connexions et les comptes.",
      ),
      plain(
        'Recherche globale',
        'Ctrl\u202f+\u202fK ou la barre oblique\u00a0: coffres, dossiers et mots de passe de tous vos coffres ouverts, sans tenir compte des accents.',
      ),
      plain(
        'Codes OTP',
        "Le code à six chiffres d'un compte s'affiche et se copie à côté de son mot de passe\u00a0; le QR code se lit depuis une image.",
      ),
      plain(
        'Messages à usage unique',
        "Le bouton «\u00a0Note\u00a0» crée un lien qui s'ouvre une seule fois et dont vous choisissez l'expiration, pour transmettre un mot de passe à quelqu'un qui n'a pas de compte.",
      ),
      plain(
        'Corbeille et anciennes valeurs',
        "Ce qui est supprimé se restaure à sa place. Les dix dernières valeurs de chaque champ sont gardées, et l'activité dit qui a fait quoi.",
      ),
      plain(
        'Robustesse et danger',
        'Chaque mot de passe et chaque adresse ont un niveau de 0 à 5, avec ses raisons. Le générateur propose des mots de passe et des phrases.',
      ),
      plain(
        'Tout au clavier, sur tous les écrans',
        'Flèches, glisser-déposer au clavier, thème clair ou sombre, téléphone\u00a0: la touche «\u00a0?\u00a0» donne la liste des raccourcis.',
      ),
    ],
  },
]
