import type { AlertKindName } from '#domain/platform/alert-kinds.ts'
import { counted, formatExactDate } from '#texts/platform/format.ts'

/** An alert, as far as its sentence needs it. */
export type ToldAlert = {
  readonly kind: AlertKindName
  readonly nb: number
  readonly figure: number
  readonly about: string | null
  readonly person: { readonly name: string } | null
  readonly chest: { readonly name: string } | null
}

/** The alerts of the administration page. */
export const alertTexts = {
  title: 'Alertes',
  detail: "Ce qui sort de l'ordinaire dans le journal. «\u00a0Vu\u00a0» range une alerte pour tout le monde.",
  list: 'Alertes',
  loadFailed: 'Erreur pendant le chargement des alertes',
  none: 'Aucune alerte à voir',
  noneEver: 'Aucune alerte',
  filter: 'Alertes affichées',
  open: 'À voir',
  all: 'Toutes',
  more: 'Afficher la suite',
  see: 'Vu',
  seeOf: (alert: string) => `Vu\u00a0: ${alert}`,
  seen: 'Alerte marquée comme vue',
  seeFailed: "L'alerte n'a pas été marquée comme vue",
  seenBy: (name: string | null) => (name === null ? 'Vue' : `Vue par ${name}`),
  own: 'Vous concerne\u00a0: une autre personne doit la marquer comme vue',
  journal: 'Voir dans le journal',
  journalOf: (alert: string) => `Voir dans le journal\u00a0: ${alert}`,
  times: (nb: number) => counted(nb, 'fois', 'fois'),
  /** The mark beside the page's name in the menu. */
  waiting: (nb: number) => counted(nb, 'alerte à voir', 'alertes à voir'),
} as const

const who = ({ person }: ToldAlert): string => person?.name || "Quelqu'un"
const inChest = ({ chest }: ToldAlert): string =>
  chest === null ? '' : ` le coffre «\u00a0${chest.name || 'supprimé'}\u00a0»`

/** The title of each kind of alert, and the sentence that says what happened. */
export const alertSentences: Readonly<
  Record<AlertKindName, { readonly title: string; readonly sentence: (alert: ToldAlert) => string }>
> = {
  'many-readings': {
    title: 'Beaucoup de secrets lus',
    sentence: (alert) =>
      `${who(alert)} a lu les secrets de ${counted(alert.figure, 'élément', 'éléments')} en dix minutes.`,
  },
  'new-network': {
    title: 'Connexion depuis un nouveau réseau',
    sentence: (alert) =>
      `${who(alert)}, qui administre, s'est connecté depuis un réseau inconnu pour ce compte depuis trois mois\u00a0: ${alert.about ?? ''}.`,
  },
  export: {
    title: 'Export',
    sentence: (alert) =>
      `${who(alert)} a exporté ${counted(alert.figure, 'mot de passe', 'mots de passe')} depuis${inChest(alert)}.`,
  },
  'own-rights': {
    title: 'Droits élargis par la personne elle-même',
    sentence: (alert) =>
      `${who(alert)} s'est donné des droits, directement ou par un de ses groupes, sur${inChest(alert)}.`,
  },
  'own-team': {
    title: 'Groupe rejoint par la personne elle-même',
    sentence: (alert) => `${who(alert)} s'est ajouté à un groupe, et a désormais ses droits.`,
  },
  'role-given': {
    title: "Rôle d'administration donné",
    sentence: (alert) => `${who(alert)} a reçu un rôle qui administre, ou un rôle plus élevé.`,
  },
  'master-key-guessed': {
    title: 'Fausses clés maîtres essayées',
    sentence: (alert) => `${who(alert)} a essayé trop de fausses clés maîtres sur${inChest(alert)}.`,
  },
  'journal-check': {
    title: 'Vérification du journal échouée',
    sentence: () =>
      'La vérification quotidienne dit que le journal a été modifié par un autre que le serveur. Gardez une copie de la base avant toute autre action, puis lancez «\u00a0verify-journal\u00a0».',
  },
  'journal-tampered': {
    title: 'Journal modifié',
    sentence: () =>
      "Le serveur a trouvé dans le journal ce qu'il n'a pas écrit. Gardez une copie de la base avant toute autre action, puis lancez «\u00a0verify-journal\u00a0».",
  },
  'backup-failed': {
    title: 'Sauvegarde échouée',
    sentence: () =>
      "La sauvegarde n'a pas été faite, ou ne s'ouvre pas en entier. Sa cause est dans le journal de Trousseau, à la ligne de l'échec. Corrigez-la : le serveur recommence d'heure en heure.",
  },
  'backup-late': {
    title: 'Sauvegarde en retard',
    sentence: () =>
      "Aucune sauvegarde de nuit n'a réussi depuis un jour et demi. Vérifiez que les tâches de nuit passent, et que le dossier des sauvegardes est accessible.",
  },
  'recent-backup-late': {
    title: 'Sauvegarde des dernières minutes en retard',
    sentence: ({ about }) =>
      `${about ? `Les sauvegardes toutes les quelques minutes s'arrêtent au ${formatExactDate(Date.parse(about))}` : "Aucune sauvegarde des dernières minutes n'a encore été faite"} : une panne ferait perdre ce qui a changé depuis. Vérifiez que le dossier des sauvegardes est accessible et qu'il y reste de la place ; la cause est dans le journal technique.`,
  },
  'backup-restored': {
    title: 'Base restaurée depuis une sauvegarde',
    sentence: ({ about }) =>
      `Trousseau a été restauré depuis sa sauvegarde du ${formatExactDate(Date.parse(about ?? ''))}. Ce qui a changé entre-temps est revenu en arrière : mots de passe des comptes, comptes désactivés, droits retirés, codes de secours utilisés. Revoyez-les, puis marquez cette alerte comme vue.`,
  },
  'journal-held': {
    title: 'Événements en attente du SIEM',
    sentence: () =>
      'Des lignes du journal ont dépassé leur durée de conservation, et restent dans la base : le SIEM ne les a pas encore reçues. Rétablissez-le, ou retirez-le des réglages.',
  },
  'authority-tampered': {
    title: 'Compte ou session modifiés dans la base',
    sentence: () =>
      "Le serveur a trouvé dans la base un compte, une session ou un lien qu'il n'a pas écrit, et n'en tient pas compte. Gardez une copie de la base, puis cherchez qui y a accès.",
  },
}

/** Returns what an alert says, in one sentence. */
export const alertSentence = (alert: ToldAlert): string => alertSentences[alert.kind].sentence(alert)
