import type { AbsenceReason } from '#domain/identity/directory-absences.ts'
import type { DirectoryReason } from '#domain/identity/directory-refusals.ts'
import type { AwayReason } from '#domain/identity/directory-away.ts'
import { counted, formatNumber, nbsp, plural } from '#texts/platform/format.ts'

/** The reasons of Active Directory for refusing a person, after « Dernier refus : ». */
export const directoryReasonTexts: Readonly<Record<DirectoryReason, string>> = {
  '530': "connexion interdite à cette heure par l'annuaire (530)",
  '531': "connexion permise depuis certains postes seulement par l'annuaire (531)",
  '532': "mot de passe expiré dans l'annuaire (532)",
  '533': "compte désactivé dans l'annuaire (533)",
  '701': "compte expiré dans l'annuaire (701)",
  '773': "mot de passe à changer d'abord dans Windows (773)",
  '775': "compte verrouillé dans l'annuaire (775)",
}

/** What results and data codes of the directory mean for the service account and its searches, and what to look at. */
export const directoryFaultTexts: Readonly<Record<string, string>> = {
  '1': 'le compte qui cherche doit être connu avant toute recherche. Vérifiez LDAP_BIND_DN.',
  '8': "l'annuaire exige une connexion plus sûre. Préférez ldaps:// dans LDAP_URL.",
  '10': 'cette branche est dans un autre domaine. Vérifiez LDAP_BASE_DN, ou interrogez ce domaine par LDAP_URL.',
  '32': "cette branche n'existe pas. Vérifiez LDAP_BASE_DN.",
  '34': "l'écriture de ce nom n'est pas bonne. Vérifiez LDAP_BASE_DN et LDAP_BIND_DN.",
  '49': 'nom ou mot de passe inconnu. Vérifiez LDAP_BIND_DN et LDAP_BIND_PASSWORD.',
  '50': 'le compte qui cherche ne peut pas lire cette branche. Donnez-lui le droit de lecture.',
  '51': "l'annuaire est occupé. Réessayez plus tard.",
  '52': "l'annuaire n'est pas prêt. Vérifiez son état.",
  '53': "l'annuaire refuse cette demande. Vérifiez l'état du compte qui cherche.",
  '49/525': "ce compte n'existe pas. Vérifiez LDAP_BIND_DN.",
  '49/52e': 'mot de passe faux, ou compte inconnu. Vérifiez LDAP_BIND_PASSWORD et LDAP_BIND_DN.',
  '49/530': "le compte qui cherche n'a pas le droit de se connecter à cette heure. Levez ses horaires.",
  '49/531': "le compte qui cherche n'a pas le droit de se connecter d'ici. Levez sa liste de postes.",
  '49/532': 'le mot de passe du compte qui cherche a expiré. Changez-le, puis LDAP_BIND_PASSWORD.',
  '49/533': 'le compte qui cherche est désactivé. Réactivez-le.',
  '49/701': 'le compte qui cherche a expiré. Prolongez-le.',
  '49/773': 'le mot de passe du compte qui cherche doit être changé. Changez-le, puis LDAP_BIND_PASSWORD.',
  '49/775': 'le compte qui cherche est verrouillé. Déverrouillez-le, après avoir vérifié LDAP_BIND_PASSWORD.',
}

/** The state of the directory on the administration page. */
export const directoryStateTexts = {
  title: 'Annuaire',
  loadFailed: "L'état de l'annuaire n'a pas pu être lu",
  answers: 'Répond',
  silent: 'Ne répond pas',
  unknown: 'Pas encore interrogé',
  lastSuccess: 'Dernière réponse',
  lastFailure: 'Dernier échec',
  reasons: {
    network: 'pas de connexion',
    tls: 'connexion chiffrée refusée',
    timeout: 'pas de réponse à temps',
    'service-account': 'compte qui cherche refusé',
    paused: 'compte qui cherche en attente',
    answer: 'réponse inattendue',
  } satisfies Record<AwayReason, string>,
  certificate: 'fin de son certificat',
  expiring: 'Son certificat expire bientôt',
  linked: (linked: number, accounts: number) =>
    `${counted(accounts, 'compte', 'comptes')} de cet annuaire, dont ${formatNumber(linked)} ${plural(linked, 'relié à son entrée', 'reliés à leur entrée')}`,
  refused: 'Compte qui cherche refusé',
  /** @param meaning what the code means, null where it is not known */
  pause: (code: string, meaning: string | null) =>
    `L'annuaire refuse le compte qui cherche (${code})${meaning === null ? '.' : `${nbsp}: ${meaning}`}`,
  detail:
    "Pour ne pas le verrouiller, Trousseau ne l'essaie plus pour l'instant, et personne ne se connecte par l'annuaire. Un réglage corrigé, puis un redémarrage, y met fin. Chaque essai compte chez l'annuaire.",
  since: 'Refusé depuis',
  until: 'prochain essai',
  /** The next request tries the account. */
  next: 'nouvel essai à la prochaine connexion',
  tryNow: 'Essayer maintenant',
  accepted: "L'annuaire accepte le compte qui cherche",
  stillRefused: (code: string | null) =>
    `L'annuaire n'a pas accepté le compte qui cherche, ou n'a pas répondu${code === null ? '' : ` (${code})`}`,
  tryFailed: "L'essai n'a pas pu se faire",
} as const

/** The accounts whose entry is gone or disabled, below the state of the directory. */
export const absentAccountTexts = {
  title: (count: number) => `${counted(count, 'compte', 'comptes')} sans entrée utilisable dans l'annuaire`,
  detail:
    "Leur entrée a disparu de l'annuaire, ou y est désactivée\u00a0: ces personnes ne se connectent plus par l'annuaire. Trousseau le voit à leur connexion, et regarde chaque nuit. Un compte se désactive ici au bout de trente jours.",
  loadFailed: "Les comptes sans entrée n'ont pas pu être lus",
  list: 'Comptes sans entrée utilisable',
  reasons: {
    gone: "disparu de l'annuaire",
    disabled: "désactivé dans l'annuaire",
  } satisfies Record<AbsenceReason, string>,
  /** @param login shown alone for a person without names */
  person: ({ login, firstName, lastName }: { login: string; firstName: string; lastName: string }) =>
    `${firstName} ${lastName}`.trim() === '' ? login : `${`${firstName} ${lastName}`.trim()} (${login})`,
  since: 'Depuis',
  deactivate: 'Désactiver',
  deactivateOf: (login: string) => `Désactiver ${login}`,
  confirmTitle: 'Désactiver ce compte\u202f?',
  confirmDetail: (login: string) =>
    `Le compte ${login} ne pourra plus se connecter. Ses coffres et ses droits restent. Il peut être réactivé à la page des utilisateurs.`,
  deactivated: 'Compte désactivé',
} as const

/** The mappings of the directory's groups on the administration page. */
export const directoryTexts = {
  title: "Groupes de l'annuaire",
  detail:
    "À chaque connexion, les personnes d'un groupe de l'annuaire entrent dans le groupe Trousseau choisi, ou en sortent. Celles que vous avez ajoutées à la main y restent.",
  group: "Groupe de l'annuaire",
  groupDetail: 'Les groupes contenus dans ce groupe comptent aussi.',
  groupSearch: "Chercher dans l'annuaire",
  groupNone: 'Aucun groupe ne correspond',
  groupMissing: 'Choisissez un groupe dans la liste',
  team: 'Groupe Trousseau',
  teamSearch: 'Chercher un groupe',
  teamNone: 'Aucun groupe ne correspond',
  teamMissing: 'Choisissez un groupe dans la liste',
  add: 'Ajouter la correspondance',
  added: 'Correspondance ajoutée',
  addFailed: "Erreur pendant l'ajout de la correspondance",
  list: 'Correspondances',
  noneDetail: "Aucun groupe de l'annuaire ne donne accès à un groupe Trousseau.",
  uncounted: 'Groupe principal',
  uncountedDetail:
    "Des personnes l'ont pour groupe principal. L'annuaire ne les liste pas parmi ses membres, et elles n'entrent donc pas dans le groupe Trousseau. Choisissez un autre groupe, ou demandez à la personne qui exploite le serveur de régler LDAP_PRIMARY_GROUP=on.",
  remove: 'Supprimer',
  removeOf: (group: string, team: string) =>
    `Supprimer la correspondance de «${nbsp}${group}${nbsp}» vers «${nbsp}${team}${nbsp}»`,
  removeTitle: 'Supprimer la correspondance\u202f?',
  removeDetail: (team: string) =>
    `Les personnes qui n'étaient dans le groupe «${nbsp}${team}${nbsp}» que par l'annuaire en sortent aussitôt.`,
  removed: 'Correspondance supprimée',
  removeFailed: 'Erreur pendant la suppression de la correspondance',
  loadFailed: 'Erreur pendant le chargement des correspondances',
} as const
