import { counted, plural } from '#texts/platform/format.ts'

/** « Mon compte »: what all users see and change of their own account. */
export const accountTexts = {
  title: 'Mon compte',
  loadFailed: 'Erreur pendant le chargement de votre compte',
  names: {
    title: 'Identité',
    detail: 'Votre nom tel que vos collègues le voient.',
    firstName: 'Prénom',
    lastName: 'Nom',
    login: 'Identifiant',
    email: 'Adresse e-mail',
    emailKept: 'Un administrateur peut la changer.',
    emailOfDirectory: "Elle vient de l'annuaire de votre organisation.",
    keptByDirectory: "Ces informations viennent de l'annuaire de votre organisation.",
    nameFormat: "Des lettres, espaces, apostrophes et traits d'union",
    save: 'Enregistrer',
    saved: 'Vos noms sont à jour',
  },
  theme: {
    title: 'Thème',
    detail: 'Retenu dans ce navigateur.',
  },
  sessions: {
    title: 'Sessions',
    detail:
      'Les navigateurs où vous êtes connecté. Terminez ceux que vous ne reconnaissez pas, puis changez votre mot de passe.',
    loadFailed: 'Erreur pendant le chargement de vos sessions',
    endOthers: 'Terminer toutes les autres sessions',
    othersEnded: (count: number) =>
      `${counted(count, 'autre session', 'autres sessions')} ${plural(count, 'terminée', 'terminées')}`,
    confirm: {
      title: 'Terminer toutes les autres sessions\u202f?',
      detail: 'Vos autres navigateurs devront se connecter de nouveau. Celui-ci reste connecté.',
    },
  },
} as const

/** The messages of the calls of « Mon compte », besides the refusals. */
export const accountServerTexts = {
  renamed: 'Vos noms sont à jour',
  othersEnded: 'Les autres sessions sont terminées',
  proved: 'Identité confirmée',
  passwordChanged: 'Mot de passe mis à jour',
  authenticatorReplaced: "Application d'authentification remplacée",
  mailChosen: 'Votre second facteur est désormais le code par mail',
  passkeyAdded: "Clé d'accès ajoutée",
  passkeyRenamed: "Clé d'accès renommée",
  passkeyRemoved: "Clé d'accès retirée",
} as const
