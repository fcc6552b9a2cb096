import { counted } from '#texts/platform/format.ts'

/** The text of a mail: paragraphs, and an optional link between them. */
export type MailText = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Placed after the paragraphs: a button in HTML, an address in plain text. */
  readonly link?: { readonly label: string; readonly address: string }
  /** Lines to keep as they are, below the paragraphs. */
  readonly lines?: string
  /** Below the link. */
  readonly notes?: readonly string[]
}

type Person = { readonly firstName: string; readonly login: string }
/** `address` is the page that the mail links to. */
type Linked = Person & { readonly address: string }

const greeting = (firstName: string) => (firstName === '' ? 'Bonjour,' : `Bonjour ${firstName},`)
const signInHint = (address: string) => `Pour vous connecter\u00a0: ${address}`

/** The sentence for each change of an account. */
const accountChanges = {
  passwordChanged: 'Votre mot de passe a été changé, et vos autres sessions sont terminées.',
  passwordSet: 'Votre mot de passe a été changé, et vos sessions sont terminées.',
  emailChanged:
    "Un administrateur a remplacé l'adresse e-mail de votre compte\u00a0: ce message est le dernier envoyé à celle-ci. Vos sessions sont terminées.",
  authenticatorEnrolled:
    "Une application d'authentification vient d'être associée à votre compte\u00a0: ses codes vous seront demandés à chaque connexion.",
  mailEnrolled:
    'Un code envoyé à cette adresse vient de servir de second facteur à votre compte\u00a0: il vous en sera demandé un à chaque connexion.',
  authenticatorReplaced:
    "Votre application d'authentification a été remplacée, et vos autres sessions sont terminées.",
  mailChosen:
    "Votre second facteur est désormais un code envoyé par e-mail\u00a0; votre application d'authentification ne sert plus, et vos autres sessions sont terminées.",
  recoveryCodesRenewed: 'De nouveaux codes de secours ont été créés\u00a0; les anciens ne servent plus.',
  recoveryCodeUsed: "Un de vos codes de secours vient de servir à vous connecter. Il n'est plus valable.",
  passkeyAdded: "Une clé d'accès a été ajoutée à votre compte.",
  passkeyRemoved: "Une clé d'accès a été retirée de votre compte, et vos autres sessions sont terminées.",
  identityLinked:
    "Un administrateur a lié une identité de l'authentification unique à votre compte\u00a0: elle permet de s'y connecter. Vos sessions sont terminées.",
  identityParted:
    "Un administrateur a supprimé le lien entre votre compte et l'authentification unique. Vos sessions sont terminées.",
  directoryRelinked:
    "Un administrateur a relié votre compte à une nouvelle entrée de l'annuaire\u00a0: vous vous connectez désormais avec son mot de passe. Vos sessions sont terminées.",
} as const
export type AccountChange = keyof typeof accountChanges

/** When and from where something was done. */
type Place = {
  readonly date: string
  readonly ip: string
  readonly browser: string | null
  readonly system: string | null
}
const placeLine = ({ date, ip, browser, system }: Place): string => {
  const device = [browser, system].filter((name) => name !== null).join(', ')
  return `C'était le ${date} (heure de Paris), depuis l'adresse ${ip}${device === '' ? '' : ` (${device})`}.`
}

/** How many items of a chest are past their date of renewal, or near it. */
export type DueChest = { readonly name: string; readonly past: number; readonly soon: number }

/** An alert, and the path of the journal that shows it. */
export type AlertToTell = {
  readonly title: string
  readonly sentence: string
  readonly at: number
  readonly journal: string
}

/** Alerts that a mail tells; the rest is counted. */
const toldAlerts = 10

/** Chests that a mail names. */
const namedChests = 20

const dueLine = ({ name, past, soon }: DueChest): string => {
  const parts = [
    ...(past > 0 ? [`${counted(past, 'date passée', 'dates passées')}`] : []),
    ...(soon > 0 ? [`${counted(soon, 'date proche', 'dates proches')}`] : []),
  ]
  return `${name}\u00a0: ${parts.join(', ')}`
}

/** The mails of the product. The only secrets they may contain are a link or a code. */
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
  passwordLink: (values: Linked & { readonly minutes: number }): MailText => ({
    subject: 'Choisir un nouveau mot de passe Trousseau',
    paragraphs: [
      greeting(values.firstName),
      `Un nouveau mot de passe a été demandé pour votre compte «\u00a0${values.login}\u00a0». L'actuel continue de servir tant que vous n'en avez pas choisi un autre.`,
      'Choisissez votre nouveau mot de passe\u00a0:',
    ],
    link: { label: 'Choisir un nouveau mot de passe', address: values.address },
    notes: [
      `Ce lien est personnel, ne sert qu'une fois et reste valable ${values.minutes} minutes. Votre second facteur vous sera demandé comme d'habitude.`,
      "Si vous n'avez rien demandé, ignorez ce message\u00a0: rien ne change.",
    ],
  }),
  passwordElsewhere: (values: Linked): MailText => ({
    subject: 'Votre mot de passe Trousseau',
    paragraphs: [
      greeting(values.firstName),
      `Un nouveau mot de passe a été demandé pour votre compte «\u00a0${values.login}\u00a0». Trousseau ne garde pas ce mot de passe\u00a0: c'est celui de l'annuaire de votre organisation, où il se change.`,
      signInHint(values.address),
    ],
    notes: ["Si vous n'avez rien demandé, ignorez ce message\u00a0: rien ne change."],
  }),
  passwordOfProvider: (values: Linked): MailText => ({
    subject: 'Votre mot de passe Trousseau',
    paragraphs: [
      greeting(values.firstName),
      `Un nouveau mot de passe a été demandé pour votre compte «\u00a0${values.login}\u00a0». Ce compte n'en a pas\u00a0: vous vous connectez par l'authentification unique de votre organisation, avec le bouton de la page de connexion.`,
      signInHint(values.address),
    ],
    notes: ["Si vous n'avez rien demandé, ignorez ce message\u00a0: rien ne change."],
  }),
  mailCode: (values: Linked & { readonly code: string; readonly minutes: number }): MailText => ({
    subject: 'Votre code de connexion Trousseau',
    paragraphs: [
      greeting(values.firstName),
      `Votre code de connexion est\u00a0: ${values.code}`,
      `Il sert une seule fois, dans la page de connexion où il a été demandé, et reste valable ${values.minutes} minutes.`,
    ],
    notes: [
      "Ne le communiquez à personne. Si vous n'essayez pas de vous connecter, quelqu'un connaît votre mot de passe\u00a0: changez-le et prévenez votre administrateur.",
    ],
  }),
  secondFactorLink: (values: Linked & { readonly minutes: number }): MailText => ({
    subject: 'Réinitialiser votre second facteur',
    paragraphs: [
      greeting(values.firstName),
      `La réinitialisation du second facteur de votre compte «\u00a0${values.login}\u00a0» a été demandée.`,
      'Confirmez la demande\u00a0:',
    ],
    link: { label: 'Réinitialiser mon second facteur', address: values.address },
    notes: [
      `Ce lien est personnel, ne sert qu'une fois et reste valable ${values.minutes} minutes.`,
      "Si vous n'avez rien demandé, ne cliquez pas\u00a0: quelqu'un connaît votre mot de passe. Changez-le et prévenez votre administrateur.",
    ],
  }),
  secondFactorAsked: (values: Linked & { readonly asker: string }): MailText => ({
    subject: 'Une réinitialisation de second facteur attend votre accord',
    paragraphs: [
      greeting(values.firstName),
      `${values.asker} a demandé la réinitialisation de son second facteur et confirmé la demande depuis sa messagerie. Comme ce compte est celui d'un administrateur, il faut l'accord d'un autre administrateur.`,
      "Avant d'approuver, assurez-vous de vive voix que la demande vient bien de cette personne.",
    ],
    link: { label: 'Voir la demande', address: values.address },
  }),
  secondFactorDone: (values: Linked): MailText => ({
    subject: 'Votre second facteur a été réinitialisé',
    paragraphs: [
      greeting(values.firstName),
      `Le second facteur de votre compte «\u00a0${values.login}\u00a0» a été réinitialisé par le lien qui vous a été envoyé, et vos sessions sont terminées. À votre prochaine connexion, un nouveau QR code sera à scanner avec votre application d'authentification.`,
      signInHint(values.address),
    ],
    notes: ["Si ce n'était pas vous, prévenez tout de suite votre administrateur."],
  }),
  secondFactorKept: (values: Linked): MailText => ({
    subject: 'La réinitialisation de votre second facteur a été refusée',
    paragraphs: [
      greeting(values.firstName),
      `Un administrateur a refusé la réinitialisation du second facteur de votre compte «\u00a0${values.login}\u00a0», qui reste inchangé.`,
      signInHint(values.address),
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
  dueItems: (values: Linked & { readonly chests: readonly DueChest[] }): MailText => ({
    subject: 'Des mots de passe sont à renouveler',
    paragraphs: [
      greeting(values.firstName),
      'Dans les coffres que vous pouvez modifier, des mots de passe ont une date de renouvellement passée ou proche\u00a0:',
      ...values.chests.slice(0, namedChests).map(dueLine),
      ...(values.chests.length > namedChests
        ? [`Et dans ${counted(values.chests.length - namedChests, 'autre coffre', 'autres coffres')}.`]
        : []),
    ],
    link: { label: 'Voir les mots de passe à renouveler', address: values.address },
    notes: [
      "Un rappel est envoyé deux semaines avant la date, le jour même, puis chaque semaine. Il s'arrête quand le mot de passe ou sa date a changé.",
    ],
  }),
  accountChanged: (
    values: Linked & { readonly change: AccountChange; readonly place?: Place },
  ): MailText => ({
    subject: 'La sécurité de votre compte Trousseau a changé',
    paragraphs: [
      greeting(values.firstName),
      `${accountChanges[values.change]} Compte\u00a0: ${values.login}`,
      ...(values.place ? [placeLine(values.place)] : []),
      signInHint(values.address),
    ],
    notes: [
      "Si ce n'est pas vous, prévenez votre administrateur sans attendre, et changez votre mot de passe.",
    ],
  }),
  alerts: (
    values: Linked & {
      readonly alerts: readonly (Pick<AlertToTell, 'title' | 'sentence'> & { readonly date: string })[]
    },
  ): MailText => ({
    subject:
      values.alerts.length === 1
        ? `Alerte Trousseau\u00a0: ${values.alerts[0]?.title.toLowerCase() ?? ''}`
        : `${counted(values.alerts.length, 'alerte', 'alertes')} Trousseau`,
    paragraphs: [
      greeting(values.firstName),
      ...values.alerts
        .slice(0, toldAlerts)
        .map(({ sentence, date }) => `${sentence} C'était le ${date} (heure de Paris).`),
      ...(values.alerts.length > toldAlerts
        ? [`Et ${counted(values.alerts.length - toldAlerts, 'autre alerte', 'autres alertes')}.`]
        : []),
    ],
    link:
      values.alerts.length === 1
        ? { label: 'Voir dans le journal', address: values.address }
        : { label: 'Voir les alertes', address: values.address },
    notes: [
      "Si cela était prévu, marquez l'alerte comme vue sur la page d'administration. Sinon, joignez la personne, et terminez ses sessions en cas de doute.",
    ],
  }),
  journalCheckpoint: (
    values: Linked & { readonly rows: number; readonly note: string; readonly isWhole: boolean | null },
  ): MailText => ({
    subject:
      values.isWhole === false
        ? 'Le journal de Trousseau a été modifié'
        : 'Point de contrôle du journal de Trousseau',
    paragraphs: [
      greeting(values.firstName),
      values.isWhole === false
        ? 'La dernière vérification dit que le journal a été modifié par un autre que le serveur. La commande « verify-journal » dit où. Gardez une copie de la base avant toute autre action.'
        : `Voici le point de contrôle signé des ${counted(values.rows, 'première ligne', 'premières lignes')} du journal. Gardez ce message hors du serveur : il prouvera plus tard que le journal n'a été ni coupé ni remis à un état plus ancien.`,
    ],
    lines: values.note,
    notes: [
      'Pour vérifier : enregistrez les lignes ci-dessus dans un fichier, puis lancez « trousseau verify-journal --checkpoint FICHIER » sur le serveur.',
      signInHint(values.address),
    ],
  }),
} as const

export const mailFooter = 'Ce message est envoyé automatiquement par Trousseau, merci de ne pas y répondre.'

/** The last mail error on the administration page, by its stored code. */
export const mailErrorTexts = {
  reply: (code: string) => `Le serveur de messagerie a refusé le message (${code})`,
  sender: (code: string) =>
    `Le serveur de messagerie refuse l'expéditeur (${code}). Vérifiez TROUSSEAU_MAIL_FROM.`,
  sign: (code: string) => `Le serveur de messagerie a refusé l'authentification (${code})`,
  network: (code: string) => `Le serveur de messagerie ne répond pas (${code})`,
  tls: (code: string) =>
    `La connexion chiffrée avec le serveur de messagerie a échoué${code === '' ? '' : ` (${code})`}`,
  folder: (code: string) => `Le dossier des messages n'est pas utilisable (${code})`,
  late: "Le message n'a pas pu partir à temps",
  obsolete: 'Le lien du message ne servait plus',
  crowded:
    "Trop d'e-mails attendaient que l'expéditeur soit accepté\u00a0: les plus anciens sont abandonnés. Vérifiez TROUSSEAU_MAIL_FROM.",
  unknown: "L'envoi a échoué",
} as const
