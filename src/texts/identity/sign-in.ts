/** The toasts of `?message=` on /auth; a value that contains `sso` and any other value have their own. */
export const authMessages = {
  setpwd_success: { kind: 'success', text: 'Mot de passe mis à jour, merci de vous identifier' },
  send_reset_mail_success: { kind: 'success', text: "L'email a été envoyé" },
  reset_2fa_success: { kind: 'success', text: 'QR code réinitialisé' },
} as const

export const authTexts = {
  pageTitle: 'Connexion',
  title: 'Connexion',
  login: 'Identifiant',
  password: 'Mot de passe',
  submit: 'Se connecter',
  loginFormat: 'Des lettres, des chiffres et . _ - + @, sans espace',
  dist: "Compte de l'annuaire",
  noDirectory: "Aucun annuaire n'est configuré\u00a0: ces comptes ne peuvent pas se connecter.",
  forgotten: 'Mot de passe oublié\u202f?',
  or: 'ou',
  ssoButton: (label: string) => `Se connecter avec ${label}`,
  failed: 'Mot de passe ou identifiant incorrect',
  /** At the password, after a wrong second factor. */
  /** The key that was scanned stays valid in this browser for as long as a sign-in. */
  enrolmentFailed:
    "Le code n'a pas été accepté. Ne scannez rien de nouveau\u00a0: saisissez votre mot de passe, puis le code que votre application affiche.",
  factorFailed: "Le second facteur n'a pas été accepté. Saisissez de nouveau votre mot de passe.",
  ssoFailed: 'Authentification impossible',
  otherMessage: 'Une erreur est survenue',
  sessionExpired: 'Session expirée',
  setUp: 'Compte créé, connectez-vous pour associer votre téléphone',
  signOutFailed: 'La déconnexion a échoué, votre session est peut-être encore ouverte',
  /** @param login empty when it is unknown: a pending sign-in whose page was reloaded */
  blockedUntil: (login: string, moment: string) =>
    `Compte bloqué${login === '' ? '' : ` (${login})`} après plusieurs échecs, jusqu'au ${moment}. Un administrateur peut le débloquer avant.`,
  /** The title of the tab, for every method. */
  secondFactorTitle: 'Second facteur',
  loading: 'Chargement…',
} as const

/** The messages of the calls of sign-in. */
export const signInTexts = {
  signedOut: 'Vous êtes déconnecté',
  locked: 'Session verrouillée',
  reopened: 'Session reprise',
  codeSent: 'Code envoyé par mail',
} as const
