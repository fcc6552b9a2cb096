import { dueNoticeDays, dueRuleLimits, type DueState } from '#domain/vault/due-dates.ts'
import { counted, formatCalendarDay, formatDate, formatNumber, nbsp } from '#texts/platform/format.ts'

const everyDays = (days: number): string =>
  days === 1 ? 'tous les jours' : `tous les ${formatNumber(days)}${nbsp}jours`

/** Dates of renewal and the rules that give them. */
export const dueTexts = {
  /** On a row: short, with the full sentence beside it. */
  badge: {
    past: () => 'À renouveler',
    soon: (day: string) =>
      `Avant le ${formatDate(Date.parse(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })}`,
  } satisfies Record<DueState, (day: string) => string>,
  /** Beside the date. */
  distance: (days: number) =>
    days < 0
      ? 'Date passée'
      : days === 0
        ? "Aujourd'hui"
        : days === 1
          ? 'Demain'
          : `Dans ${formatNumber(days)}${nbsp}jours`,
  sentence: {
    past: (day: string) => `À renouveler, date passée le ${formatCalendarDay(day)}`,
    soon: (day: string) => `À renouveler avant le ${formatCalendarDay(day)}`,
  } satisfies Record<DueState, (day: string) => string>,
  dateFormat: 'Une date du calendrier',
  clear: 'Supprimer la date de renouvellement',
  /** Below a date that a rule gives. */
  byRule: (days: number, folder: string | null) =>
    folder === null
      ? `Règle du coffre${nbsp}: ${everyDays(days)}`
      : `Règle du dossier «${nbsp}${folder}${nbsp}»${nbsp}: ${everyDays(days)}`,
  rule: 'Renouveler tous les',
  ruleOf: (days: number) => counted(days, 'jour', 'jours'),
  ruleUnit: 'jours',
  ruleHelp:
    "Nombre de jours, comptés depuis le dernier changement de chaque mot de passe. Vide\u00a0: pas de règle. La règle du dossier le plus proche l'emporte, et la date d'un mot de passe sur toute règle.",
  ruleFormat: `Un nombre de jours, de ${dueRuleLimits.minimum} à ${formatNumber(dueRuleLimits.maximum)}`,
  /** The rule of a folder that has none of its own. */
  inherited: (days: number, folder: string | null) =>
    folder === null
      ? `${dueTexts.ruleOf(days)}, règle du coffre`
      : `${dueTexts.ruleOf(days)}, règle du dossier «${nbsp}${folder}${nbsp}»`,
  card: {
    title: 'À renouveler',
    detail: (past: number, soon: number) =>
      [
        ...(past > 0 ? [counted(past, 'date passée', 'dates passées')] : []),
        ...(soon > 0
          ? [`${formatNumber(soon)}${nbsp}dans les ${formatNumber(dueNoticeDays)}${nbsp}jours`]
          : []),
      ].join(', '),
    none: 'Rien à renouveler',
    noneDetail:
      "Aucun des mots de passe que vous pouvez modifier n'a une date de renouvellement passée ou proche.",
    locked: (count: number) =>
      `${counted(count, 'autre est à renouveler', 'autres sont à renouveler')} dans des coffres protégés, verrouillés.`,
    more: (count: number) => `Et ${counted(count, 'autre', 'autres')}, aux dates plus lointaines.`,
    list: 'Mots de passe à renouveler',
  },
} as const
