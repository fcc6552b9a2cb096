/** The message of the call that sets a password. */
export const passwordTexts = {
  changed: 'Mot de passe mis à jour, merci de vous identifier',
} as const

/** The messages of the calls of users who can no longer sign in. */
export const resetTexts = {
  mailSent: "L'email a été envoyé",
  factorDone: 'QR code réinitialisé',
  factorWaiting:
    "Votre demande est confirmée. Votre compte administre\u00a0: elle attend l'accord d'un autre administrateur.",
  factorAlone:
    "Votre demande est confirmée, mais personne d'autre n'administre votre compte et ne peut donner son accord.",
  approved: 'Réinitialisation approuvée',
  refused: 'Réinitialisation refusée',
} as const

/** The page that sets a password, with a link or the old password. */
export const passwordPageTexts = {
  pageTitle: 'Nouveau mot de passe',
  title: 'Nouveau mot de passe',
  byLink: 'Choisissez le mot de passe de votre compte. Une phrase de plusieurs mots convient très bien.',
  byOld: "Votre mot de passe est à remplacer avant d'ouvrir Trousseau. Donnez l'actuel, puis le nouveau.",
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
