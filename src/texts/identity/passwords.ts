import type { PasswordChangeReason } from '#domain/platform/password-change-reasons.ts'
import { accountPasswordLengths } from '#domain/platform/limits.ts'

/** The message of the call that sets a password. */
export const passwordTexts = {
  changed: 'Mot de passe mis à jour, merci de vous identifier',
} as const

/** Why a right password has to be replaced, for its owner alone. */
export const passwordChangeTexts: Record<PasswordChangeReason, string> = {
  'chosen-by-another':
    "Une autre personne a choisi votre mot de passe\u00a0: il faut qu'il ne soit connu que de vous.",
  age: "Votre mot de passe a dépassé l'âge que votre organisation permet.",
  length: `Votre compte administre Trousseau\u00a0: son mot de passe doit compter au moins ${accountPasswordLengths.minimumForAdministrators} caractères.`,
  guessable:
    'Votre mot de passe se devine trop facilement\u00a0: mots courants, noms, dates et suites sont essayés en premier. Une phrase de mots tirés au hasard résiste bien.',
}

/** The messages of the calls of users who can no longer sign in. */
export const resetTexts = {
  mailSent: "L'email a été envoyé",
  factorDone: 'QR code réinitialisé',
  factorWaiting:
    "Votre demande est confirmée. Comme vous êtes administrateur, elle attend l'accord d'un autre administrateur.",
  factorAlone: 'Votre demande est confirmée, mais aucun autre administrateur ne peut donner son accord.',
  approved: 'Réinitialisation approuvée',
  refused: 'Réinitialisation refusée',
} as const

/** The page that sets a password, with a link or the old password. */
export const passwordPageTexts = {
  pageTitle: 'Nouveau mot de passe',
  title: 'Nouveau mot de passe',
  byLink: 'Choisissez le mot de passe de votre compte. Une phrase de plusieurs mots convient très bien.',
  byOld:
    "Votre mot de passe doit être remplacé avant d'ouvrir Trousseau. Saisissez l'actuel, puis le nouveau.",
  /** With the reason, as a sentence, where the server said it. */
  byOldBecause: (reason: string) => `${reason} Saisissez l'actuel, puis le nouveau.`,
  bySso:
    "Votre compte sera lié à cette identité\u00a0: c'est par ce bouton que vous vous connecterez, sans mot de passe à choisir ici.",
  login: 'Identifiant',
  loginIs: 'Identifiant\u00a0:',
  otherAccount: 'Changer de compte',
  oldPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  confirmation: 'Confirmation du mot de passe',
  confirmationDiffers: 'Les deux mots de passe diffèrent',
  submit: 'Enregistrer le mot de passe',
  back: 'Revenir à la connexion',
  failed: 'Veuillez vérifier votre saisie',
  linkOver: {
    title: 'Lien expiré',
    detail: "Ce lien a déjà servi, a été remplacé par un plus récent ou n'est plus valable.",
    again: 'Demander un autre lien',
  },
} as const

/** The page that requests a link to set a password. */
export const resetRequestTexts = {
  pageTitle: 'Mot de passe oublié',
  title: 'Mot de passe oublié',
  intro:
    "Saisissez l'adresse e-mail de votre compte\u00a0: un lien pour choisir un nouveau mot de passe y sera envoyé. Votre second facteur ne change pas.",
  email: 'E-mail',
  emailFormat: 'Une adresse complète, par exemple prenom.nom@exemple.fr',
  submit: 'Envoyer le lien',
  cancel: 'Annuler',
  failed: "Problème lors de l'envoi du mail",
  serverAway:
    'Le serveur de messagerie ne répond pas. Réessayez dans quelques minutes, ou demandez un lien à votre administrateur.',
} as const

/** The page that creates the first super administrator. */
export const setupTexts = {
  pageTitle: 'Installation',
  title: 'Premier compte',
  intro: "Ce compte administre toute l'installation. Cette page ne sert qu'une fois.",
  firstName: 'Prénom',
  lastName: 'Nom',
  email: 'E-mail',
  login: 'Identifiant',
  password: 'Mot de passe',
  passwordHelp: '16 caractères au moins. Une phrase de plusieurs mots convient très bien.',
  submit: 'Créer le compte',
  nameFormat: 'Un nom commence par une lettre, sans chiffre ni caractère spécial',
  emailFormat: 'Une adresse complète, par exemple prenom.nom@exemple.fr',
  loginDetail: 'Proposé à partir du nom.',
  noToken: {
    title: "Adresse d'installation incomplète",
    detail:
      "Ouvrez l'adresse complète que le serveur a affichée à son premier démarrage, avec ce qui suit le #.",
  },
  gone: {
    title: 'Installation déjà faite',
    detail: 'Le premier compte existe déjà\u00a0: connectez-vous.',
    signIn: 'Aller à la connexion',
  },
} as const
