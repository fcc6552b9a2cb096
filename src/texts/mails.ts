/** What a mail says: paragraphs, perhaps with one link among them. */
export type MailText = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Stands after the first paragraphs, as a button in HTML and as an address in plain text. */
  readonly link?: { readonly label: string; readonly address: string }
  /** Below the link. */
  readonly notes?: readonly string[]
}

type Person = { readonly firstName: string; readonly login: string }
/** `address` is the page to which the mail leads. */
type Linked = Person & { readonly address: string }

const greeting = (firstName: string) => (firstName === '' ? 'Bonjour,' : `Bonjour ${firstName},`)
const signInHint = (address: string) => `Pour vous connecter\u00a0: ${address}`

/** The mails that the product sends; a link is the one secret that they may carry. */
export const mailTexts = {
  invitation: (values: Linked & { readonly hours: number }): MailText => ({
    subject: 'Votre compte Trousseau',
    paragraphs: [
      greeting(values.firstName),
      `Un compte vient d'être créé pour vous dans Trousseau, le gestionnaire de mots de passe de votre organisation. Votre identifiant est\u00a0: ${values.login}`,
      'Choisissez votre mot de passe pour commencer\u00a0:',
    ],
    link: { label: 'Choisir mon mot de passe', address: values.address },
    notes: [
      `Ce lien est personnel, ne sert qu'une fois et reste valable ${values.hours} heures. Passé ce délai, demandez-en un autre à votre administrateur.`,
      "Si vous n'attendiez pas ce message, ne cliquez pas et prévenez votre administrateur.",
    ],
  }),
  passwordReset: (values: Linked & { readonly minutes: number }): MailText => ({
    subject: 'Votre mot de passe Trousseau est à renouveler',
    paragraphs: [
      greeting(values.firstName),
      `Un administrateur a réinitialisé le mot de passe de votre compte «\u00a0${values.login}\u00a0». L'ancien ne sert plus et vos sessions sont terminées.`,
      'Choisissez votre nouveau mot de passe\u00a0:',
    ],
    link: { label: 'Choisir un nouveau mot de passe', address: values.address },
    notes: [
      `Ce lien est personnel, ne sert qu'une fois et reste valable ${values.minutes} minutes. Passé ce délai, demandez-en un autre à votre administrateur.`,
    ],
  }),
  loginReminder: (values: Linked): MailText => ({
    subject: 'Votre identifiant Trousseau',
    paragraphs: [
      greeting(values.firstName),
      `Votre identifiant est\u00a0: ${values.login}`,
      signInHint(values.address),
    ],
  }),
  secondFactorReset: (values: Linked): MailText => ({
    subject: 'Votre second facteur a été réinitialisé',
    paragraphs: [
      greeting(values.firstName),
      `Un administrateur a réinitialisé le second facteur de votre compte «\u00a0${values.login}\u00a0», et vos sessions sont terminées. À votre prochaine connexion, un nouveau QR code sera à scanner avec votre application d'authentification.`,
      signInHint(values.address),
    ],
    notes: ["Si vous n'avez rien demandé, prévenez votre administrateur."],
  }),
} as const

export const mailFooter = 'Ce message est envoyé automatiquement par Trousseau, merci de ne pas y répondre.'

/** What the administration page says of the last failure, by the code that was kept. */
export const mailErrorTexts = {
  reply: (code: string) => `Le serveur de messagerie a refusé le message (${code})`,
  sign: (code: string) => `Le serveur de messagerie a refusé l'authentification (${code})`,
  network: (code: string) => `Le serveur de messagerie ne répond pas (${code})`,
  tls: 'La connexion chiffrée avec le serveur de messagerie a échoué',
  folder: (code: string) => `Le dossier des messages n'est pas utilisable (${code})`,
  late: "Le message n'a pas pu partir à temps",
  obsolete: 'Le lien du message ne servait plus',
  unknown: "L'envoi a échoué",
} as const
