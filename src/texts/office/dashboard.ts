import type { Concern, Indicator } from '#domain/vault/figures.ts'
import { counted, formatDate, formatNumber, nbsp, plural } from '#texts/platform/format.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'

/** Returns a day of the figures (`YYYY-MM-DD` in UTC) in a format of the dashboard. */
const sayDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatDate(Date.parse(day), { ...options, timeZone: 'UTC' })

/** The formats of days. */
export const dayTexts = {
  /** `vendredi 21 novembre 2026` */
  full: (day: string) => sayDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  /** `21 nov.` */
  short: (day: string) => sayDay(day, { day: 'numeric', month: 'short' }),
  /** `nov. 26` */
  month: (day: string) => sayDay(day, { month: 'short', year: '2-digit' }),
  /** `21 novembre 2026` */
  long: (day: string) => sayDay(day, { day: 'numeric', month: 'long', year: 'numeric' }),
}

const passwords = (count: number) => counted(count, 'mot de passe', 'mots de passe')
const connections = (count: number) => counted(count, 'connexion', 'connexions')
const users = (count: number) => counted(count, 'utilisateur', 'utilisateurs')

export const percent = (share: number): string => `${formatNumber(Math.round(share * 1000) / 10)}${nbsp}%`

/** The dashboard: its cards, its charts and the list behind them. */
export const dashboardTexts = {
  title: 'Tableau de bord',
  loadFailed: 'Erreur pendant le chargement des données',
  mine: {
    title: 'Mes mots de passe',
    detail: 'Ces chiffres portent sur les mots de passe que vous pouvez lire.',
    locked: (chests: number) =>
      chests === 1
        ? "Un coffre protégé, verrouillé, n'est pas compté."
        : `${formatNumber(chests)}${nbsp}coffres protégés, verrouillés, ne sont pas comptés.`,
    unreadable: (chests: number) =>
      chests === 1
        ? "Le contenu d'un coffre est illisible et n'est pas compté\u00a0: signalez-le à un administrateur."
        : `Le contenu de ${formatNumber(chests)}${nbsp}coffres est illisible et n'est pas compté${nbsp}: signalez-le à un administrateur.`,
    strength: 'Robustesse de mes mots de passe',
    worst: 'Les cinq moins robustes',
    todo: 'À faire',
    todoDetail: 'Parmi les mots de passe que vous pouvez modifier',
    todoAll: (count: number) =>
      `Voir ${count === 1 ? 'le mot de passe' : `les ${passwords(count)}`} à changer`,
    todoNone: 'Rien à changer',
    todoNoneDetail: "Aucun des mots de passe que vous pouvez modifier n'est faible, réutilisé ou ancien.",
    changeNone: 'Vous ne pouvez modifier aucun mot de passe',
  },
  todo: {
    weak: (count: number) => plural(count, 'faible', 'faibles'),
    reused: (count: number) => plural(count, 'réutilisé', 'réutilisés'),
    old: (count: number) => plural(count, 'ancien', 'anciens'),
  } satisfies Record<Concern, (count: number) => string>,
  todoHints: {
    weak: 'Très faible ou faible',
    reused: 'Le même mot de passe sert ailleurs',
    old: "Inchangé depuis plus d'un an",
  } satisfies Record<Concern, string>,
  company: {
    title: 'Entreprise',
    everything: "Ces chiffres portent sur toute l'installation.",
    banks: "Ces chiffres portent sur vos banques et sur ce qui s'y rattache.",
    scope: 'Ces chiffres portent sur votre périmètre.',
    guardians: "Le contenu des coffres protégés n'est pas compté.",
    unreadable: (chests: number) =>
      chests === 1
        ? "Le contenu d'un coffre est illisible et n'est pas compté\u00a0: le journal du serveur dit lequel."
        : `Le contenu de ${formatNumber(chests)}${nbsp}coffres est illisible et n'est pas compté${nbsp}: le journal du serveur dit lesquels.`,
    strength: "Mots de passe de l'entreprise",
    indicators: 'Indicateurs',
    columns: {
      name: 'Indicateur',
      value: 'Valeur',
      before: 'Avant',
      beforeDay: 'Date de comparaison',
      change: 'Évolution',
    },
  },
  change: {
    none: 'Pas encore de comparaison',
    stable: (since: string) => `Stable ${since}`,
    moved: (difference: string, since: string, word: string) => `${difference} ${since}, ${word}`,
    month: 'en 30\u00a0jours',
    since: (day: string) => `depuis le ${dayTexts.short(day)}`,
    points: (count: number) => `${formatNumber(count)}${nbsp}${Math.abs(count) < 2 ? 'point' : 'points'}`,
    up: 'en hausse',
    down: 'en baisse',
    better: 'mieux',
    worse: 'moins bien',
  },
  connections: {
    title: 'Connexions et utilisateurs',
    visits: 'Connexions par jour',
    visitsSummary: (total: number, days: number) =>
      `${connections(total)} en ${counted(days, 'jour', 'jours')}`,
    visitsOf: connections,
    visitsColumn: 'Connexions',
    totals: "Nombre cumulé d'utilisateurs",
    totalsSummary: (now: number, then: number, day: string) =>
      `${users(now)} aujourd'hui, ${formatNumber(then)} le ${dayTexts.long(day)}`,
    totalsOf: users,
    totalsColumn: 'Utilisateurs',
  },
  /** The reading of one day of a chart. */
  reading: (day: string, value: string) => `${dayTexts.full(day)}${nbsp}: ${value}`,
  columns: { day: 'Jour', level: 'Robustesse', count: 'Nombre', share: 'Part' },
  total: 'Total',
  /** Below the number in the middle of the pie. */
  passwordsWord: (count: number) => plural(count, 'mot de passe', 'mots de passe'),
  view: (title: string) => `Affichage${nbsp}: ${title}`,
  chart: 'Graphique',
  table: 'Tableau',
  download: (title: string) => `Télécharger${nbsp}: ${title}`,
  asPicture: 'Télécharger en image',
  asCsv: 'Télécharger en CSV',
  pictureFailed: "L'image n'a pas pu être créée",
  browseDays: (title: string) => `Parcourir les jours${nbsp}: ${title}`,
  fileName: (title: string, day: string) => `${title} ${day}`,
  /** Below the title of a picture: what is drawn, and its summary. */
  pictureLegend: (series: string, summary: string) => `${series}${nbsp}: ${summary}`,
  /** The last line of a picture. */
  pictureFoot: (day: string) => `Trousseau, ${dayTexts.long(day)}`,
} as const

/** The list of passwords behind the figures. */
export const passwordListTexts = {
  titles: {
    all: 'Mots de passe que vous pouvez lire',
    changeable: 'Mots de passe à changer',
    weak: 'Mots de passe faibles',
    reused: 'Mots de passe réutilisés',
    old: 'Mots de passe anciens',
    level: (level: StrengthLevel) => `Mots de passe «${nbsp}${strengthTexts[level]}${nbsp}»`,
  },
  table: 'Mots de passe',
  count: (count: number) => counted(count, 'mot de passe', 'mots de passe'),
  back: 'Retour au tableau de bord',
  companyNotice:
    "Cette liste ne montre que les mots de passe que vous pouvez lire. Les chiffres de l'entreprise peuvent en compter d'autres.",
  columns: {
    name: 'Nom',
    login: 'Identifiant',
    chest: 'Coffre',
    strength: 'Robustesse',
    concerns: 'Motifs',
    age: 'Changé',
  },
  concerns: {
    weak: () => 'Faible',
    reused: (sharedBy: number) => `Réutilisé${nbsp}(${formatNumber(sharedBy)})`,
    old: () => 'Ancien',
  } satisfies Record<Concern, (sharedBy: number) => string>,
  concernHints: {
    weak: 'Mot de passe faible ou très faible',
    reused: `Nombre de mots de passe identiques parmi ceux que vous pouvez lire`,
    old: "Mot de passe inchangé depuis plus d'un an",
  } satisfies Record<Concern, string>,
  filters: {
    chest: 'Coffre',
    anyChest: 'Tous les coffres',
    /** Shown when the chest of the address has no matching password. */
    emptyChest: 'Coffre sans résultat',
    chestCount: (name: string, count: number) => `${name} (${formatNumber(count)})`,
    concern: 'Motif',
    anyConcern: 'Tous',
    concerns: { weak: 'Faibles', reused: 'Réutilisés', old: 'Anciens' } satisfies Record<Concern, string>,
    level: 'Robustesse',
    anyLevel: 'Toutes',
    changeable: 'Que je peux modifier',
    clear: 'Effacer les filtres',
  },
  none: 'Aucune donnée',
  noneDetail: 'Aucun mot de passe ne correspond à ces critères.',
} as const

/** The names of the indicators in the reply. */
export const indicatorTexts: Record<Indicator, string> = {
  chests: 'Coffres',
  guardianChests: 'Coffres protégés',
  folders: 'Dossiers',
  items: 'Mots de passe',
  weakShare: 'Mots de passe faibles (%)',
  reused: 'Mots de passe réutilisés',
  old: "Mots de passe de plus d'un an",
  activeUsers: 'Utilisateurs actifs',
  activeIntervenants: 'Intervenants actifs',
  teams: 'Groupes',
  usersWithoutFactor: 'Utilisateurs sans second facteur',
  notas: 'Messages uniques créés (30 jours)',
}

/** The test variant of the dashboard, for super administrators. */
export const dashboardTrialTexts = {
  title: 'Variante de test',
  detail: 'Ces données sont fictives, sauf les expressions de validation.',
  visits: 'Connexions par jour (données fixes)',
  rules: 'Expressions de validation',
  ruleName: 'Nom',
  ruleValue: 'Expression',
  toasts: 'Notifications',
  toastsDetail: 'Chaque bouton affiche une notification.',
  kinds: { success: 'Succès', error: 'Erreur', info: 'Information', action: 'Avec une action' },
  said: {
    success: "Ceci est une notification d'essai de succès",
    error: "Ceci est une notification d'essai d'erreur",
    info: "Ceci est une notification d'essai d'information",
    action: "Ceci est une notification d'essai avec une action",
    undo: 'Annuler',
    undone: 'Action annulée',
  },
  session: 'Session expirée',
  sessionDetail: "Met fin à votre session et affiche l'écran de connexion, comme à l'expiration.",
  expire: 'Faire expirer la session',
} as const
