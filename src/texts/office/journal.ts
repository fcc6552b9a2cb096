import type { JournalAction, JournalField } from '#domain/platform/journal-actions.ts'
import type { JournalGroup, JournalSeverity } from '#domain/platform/journal-kinds.ts'
import { countOfRanges, idsInRanges, kindOfField, type NamedKind } from '#domain/platform/journal-objects.ts'
import type { RefusalCode } from '#domain/platform/refusals.ts'
import type { Right } from '#domain/platform/rights.ts'
import type { ExportFormat } from '#domain/vault/export-formats.ts'
import { readExtraFieldParam, type OwnHistoryParamName } from '#domain/vault/history.ts'
import { rightWords } from '#texts/platform/chest-rights.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { counted, formatCalendarDay, formatDate } from '#texts/platform/format.ts'
import { historyParamTexts } from '#texts/vault/contents.ts'
import { exportTexts } from '#texts/vault/exports.ts'
import { journalFieldTexts, journalValueTexts } from './journal-fields.ts'
import { journalSentences } from './journal-sentences.ts'

/** The pages of the journal. */
export const journalTexts = {
  title: 'Journal',
  titleOf: (chest: string) => `Journal du coffre «\u00a0${chest}\u00a0»`,
  table: 'Journal',
  none: 'Aucune action enregistrée',
  noneFound: 'Aucune action ne correspond à ces filtres',
  noneDetail: 'Modifiez ou effacez les filtres pour voir davantage.',
  loadFailed: 'Erreur pendant le chargement du journal',
  columns: {
    at: 'Date',
    who: 'Auteur',
    what: 'Action',
    chest: 'Coffre',
    ip: 'Adresse IP',
  },
  refused: 'Refusé',
  numbered: (id: number) => `n°\u00a0${id}`,
  numberedRange: (range: string) => `n°\u00a0${range.replace('-', ' à ')}`,
  backToChest: 'Retour au coffre',
  filters: {
    label: 'Filtres du journal',
    text: 'Nom ou adresse IP',
    group: "Type d'action",
    everyGroup: 'Tous les types',
    outcome: 'Résultat',
    everyOutcome: 'Tous les résultats',
    done: 'Effectué',
    refused: 'Refusé',
    from: 'Du',
    to: 'Au',
    ip: 'Adresse IP',
    clear: 'Effacer les filtres',
    person: (name: string) => `Personne\u00a0: ${name}`,
    chest: (name: string) => `Coffre\u00a0: ${name}`,
    item: 'Un seul mot de passe',
    remove: (filter: string) => `Retirer le filtre «\u00a0${filter}\u00a0»`,
  },
  more: 'Afficher la suite',
  searching: (day: string) => `Recherche en cours. Déjà parcouru jusqu'au ${formatCalendarDay(day)}.`,
  end: 'Fin de la liste',
  keptSince: (day: string) =>
    `Ce journal commence le ${formatCalendarDay(day)}. Les actions d'avant sont dans les archives du serveur.`,
  secretsSince: (day: string | null) =>
    `Restent aussi les lectures de secrets et les changements de droits${day === null ? '' : ` depuis le ${formatCalendarDay(day)}`}.`,
  details: {
    title: "Détail de l'action",
    at: 'Date',
    who: 'Auteur',
    login: 'Identifiant',
    ip: 'Adresse IP',
    session: 'Session',
    chest: 'Coffre',
    outcome: 'Résultat',
    group: "Type d'action",
    severity: 'Importance',
    action: 'Code',
    seq: 'N°',
    recorded: 'Données enregistrées',
    onlyPerson: 'Voir ses actions',
    onlyChest: 'Voir ce coffre',
    onlyItem: 'Voir ce mot de passe',
    onlyIp: 'Voir cette adresse',
  },
  export: {
    button: 'Exporter',
    csv: 'Tableau (CSV)',
    jsonl: 'Lignes JSON',
    failed: "L'export du journal a échoué",
    done: 'Journal exporté',
  },
  columnsOfFile: [
    'N°',
    'Date (UTC)',
    'Auteur',
    'Identifiant',
    'Action',
    'Coffre',
    'Adresse IP',
    'Résultat',
    'Importance',
    'Code',
    'Preuve',
  ],
} as const

export const journalGroupTexts: Readonly<Record<JournalGroup, string>> = {
  secrets: 'Lectures de secrets',
  'sign-in': 'Connexions',
  access: 'Accès refusés',
  content: 'Contenu des coffres',
  chests: 'Coffres et clés maîtres',
  rights: 'Droits sur les coffres',
  people: 'Utilisateurs, groupes et banques',
  transfers: 'Imports et exports',
  messages: 'Notes à lecture unique',
  account: 'Comptes',
  system: 'Installation',
}

export const journalSeverityTexts: Readonly<Record<JournalSeverity, string>> = {
  info: 'Courante',
  notice: 'À noter',
  alert: 'Sensible',
}

/** An entry, as far as its sentence needs it. */
export type ToldEntry = {
  readonly action: string
  readonly outcome: 'done' | 'refused'
  readonly by: 'person' | 'server' | 'unknown' | 'hidden'
  readonly actor: { readonly id: number; readonly name: string } | null
  readonly named: readonly { readonly kind: NamedKind; readonly id: number; readonly name: string | null }[]
  readonly objects: readonly { readonly field: string; readonly values: readonly string[] }[]
}

/** A part of a sentence: a text, or the name of something that the screen may link. */
export type SentencePart = string | { readonly kind: NamedKind; readonly id: number; readonly label: string }

/** Returns who did what an entry tells. */
export function authorOf({ by, actor }: Pick<ToldEntry, 'by' | 'actor'>): string {
  if (actor) return actor.name
  return {
    person: '',
    server: 'Trousseau',
    unknown: 'Personne non identifiée',
    hidden: 'Personne hors de votre périmètre',
  }[by]
}

/** Braces would be read as places of names. */
const unknownAction = (action: string): string =>
  `a fait une action que cette version ne connaît pas (${action.replaceAll(/[{}]/gu, '')})`

/** The most names in a sentence; the rest is counted. */
const namesShown = 5

/**
 * Returns the sentence of an entry in parts, to be read after its author: « a lu ou copié le mot de passe « GLPI » ».
 */
export function sentenceOf(entry: ToldEntry): SentencePart[] {
  const { action } = entry
  const template = Object.hasOwn(journalSentences, action)
    ? journalSentences[action as JournalAction]
    : unknownAction(action)
  return template.split(/\{(\w+)\}/u).flatMap((text, place): SentencePart[] => {
    if (place % 2 === 1) return [...partsOf(entry, text)]
    return text === '' ? [] : [text]
  })
}

/** Returns a sentence as one text. */
export const sentenceText = (entry: ToldEntry): string =>
  sentenceOf(entry)
    .map((part) => (typeof part === 'string' ? part : part.label))
    .join('')

const quoted = (name: string): string => `«\u00a0${name}\u00a0»`
const numbered: Readonly<Record<NamedKind, (id: number) => string>> = {
  user: (id) => `l'utilisateur n°\u00a0${id}`,
  team: (id) => `n°\u00a0${id}`,
  bank: (id) => `n°\u00a0${id}`,
  item: (id) => `n°\u00a0${id}`,
  folder: (id) => `n°\u00a0${id}`,
}

function labelled(entry: ToldEntry, kind: NamedKind): Exclude<SentencePart, string>[] {
  return entry.named
    .filter((one) => one.kind === kind)
    .map(({ id, name }) => {
      const known = kind === 'user' ? name : name && quoted(name)
      return { kind, id, label: known ?? numbered[kind](id) }
    })
}

const listed = (parts: readonly SentencePart[]): SentencePart[] => {
  const shown = parts.slice(0, namesShown).flatMap((part, place) => (place === 0 ? [part] : [', ', part]))
  const rest = parts.length - namesShown
  return rest > 0 ? [...shown, ` et ${counted(rest, 'autre', 'autres')}`] : shown
}

const valuesOf = (entry: ToldEntry, field: string): readonly string[] =>
  entry.objects.find((one) => one.field === field)?.values ?? []

const some = (parts: readonly SentencePart[], otherwise: string): readonly SentencePart[] =>
  parts.length > 0 ? parts : [otherwise]

const writers: Readonly<Record<string, (entry: ToldEntry) => readonly SentencePart[]>> = {
  user: (entry) => some(labelled(entry, 'user').slice(0, 1), 'un utilisateur'),
  users: (entry) => some(listed(labelled(entry, 'user')), 'des utilisateurs'),
  account: (entry) => {
    const user = otherUser(entry)
    return user ? ['le compte de ', user] : ['son compte']
  },
  ofAccount: (entry) => {
    const user = otherUser(entry)
    return user ? ['du compte de ', user] : ['de son compte']
  },
  check: (entry) => {
    const faults = Number(valuesOf(entry, 'faults')[0] ?? 0)
    return [
      faults === 0
        ? 'a vérifié le journal entier'
        : `a trouvé le journal modifié\u00a0: ${counted(faults, 'anomalie', 'anomalies')}`,
    ]
  },
  backup: ({ outcome }) => [
    outcome === 'refused' ? "n'a pas pu faire de sauvegarde prouvée" : 'a fait une sauvegarde',
  ],
  team: (entry) => some(labelled(entry, 'team').slice(0, 1), 'inconnu'),
  teams: (entry) => {
    const teams = labelled(entry, 'team')
    return [teams.length > 1 ? 'les groupes ' : 'le groupe ', ...listed(teams)]
  },
  ofHolder: (entry) => {
    const [team] = labelled(entry, 'team')
    return team
      ? ['du groupe ', team]
      : ['de ', ...some(labelled(entry, 'user').slice(0, 1), 'un utilisateur')]
  },
  bank: (entry) => some(labelled(entry, 'bank').slice(0, 1), 'inconnue'),
  item: (entry) => some(labelled(entry, 'item').slice(0, 1), ''),
  folder: (entry) => some(labelled(entry, 'folder').slice(0, 1), ''),
  element: (entry) => {
    const [item] = labelled(entry, 'item')
    if (item) return ['le mot de passe ', item]
    const [folder] = labelled(entry, 'folder')
    return folder ? ['le dossier ', folder] : ['un élément']
  },
  change: (entry) => [valuesOf(entry, 'field').map(changeText).join(', ')],
  rights: (entry) => {
    const rights = valuesOf(entry, 'rights').map((right) => rightWords[right as Right]?.verb ?? right)
    return [rights.length === 0 ? 'aucun' : rights.join(', ')]
  },
  items: (entry) => [counted(Number(valuesOf(entry, 'items')[0] ?? 0), 'mot de passe', 'mots de passe')],
  imported: (entry) => [importedText(entry)],
  requests: (entry) => [counted(Number(valuesOf(entry, 'count')[0] ?? 1), 'demande', 'demandes')],
  code: (entry) => valuesOf(entry, 'code').map((code) => errorTexts[code as RefusalCode] ?? code),
}

function importedText(entry: ToldEntry): string {
  const [items = 0, updated = 0, folders = 0] = ['items', 'updated', 'folders'].map((field) =>
    Number(valuesOf(entry, field)[0] ?? 0),
  )
  const created = [
    items > 0 && counted(items, 'mot de passe', 'mots de passe'),
    folders > 0 && counted(folders, 'dossier', 'dossiers'),
  ].filter((part) => part !== false)
  const deeds = [
    created.length > 0 && `importé ${created.join(' et ')}`,
    updated > 0 && `mis à jour ${counted(updated, 'mot de passe', 'mots de passe')}`,
  ].filter((part) => part !== false)
  return deeds.length > 0 ? `a ${deeds.join(' et ')}` : "n'a rien trouvé de nouveau à importer"
}

/** Returns a recorded field of an entry as its detail shows it: names where they are known. */
export function recordedTexts(
  entry: Pick<ToldEntry, 'named'>,
  { field, values }: ToldEntry['objects'][number],
): { readonly label: string; readonly texts: readonly string[] } {
  const known = field as JournalField
  const label = journalFieldTexts[known] ?? field
  const names = kindOfField(field)
  // A number in `users` counts them.
  if (names === null || values.some((value) => !/^\d+(?:-\d+)?$/.test(value)))
    return { label, texts: values.map((value) => wordOf(known, value)) }
  const { kind, isRange } = names
  const nameOf = (id: number): string | null =>
    entry.named.find((one) => one.kind === kind && one.id === id)?.name ?? null
  if (!isRange) {
    const isNamed = entry.named.some((one) => one.kind === kind && values.includes(String(one.id)))
    return {
      label,
      texts: isNamed
        ? values.map((value) => nameOf(Number(value)) ?? journalTexts.numbered(Number(value)))
        : values,
    }
  }
  const ids = idsInRanges(values)
  if (ids.every((id) => nameOf(id) === null)) return { label, texts: values.map(journalTexts.numberedRange) }
  const rest = countOfRanges(values) - ids.length
  return {
    label,
    texts: [
      ...ids.map((id) => nameOf(id) ?? journalTexts.numbered(id)),
      ...(rest > 0 ? [counted(rest, 'autre', 'autres')] : []),
    ],
  }
}

function wordOf(field: JournalField, value: string): string {
  switch (field) {
    case 'field':
    case 'fields':
      return changeText(value)
    case 'rights':
    case 'before':
      return rightWords[value as Right]?.verb ?? value
    case 'code':
      return errorTexts[value as RefusalCode] ?? value
    case 'format':
      return exportTexts.formats[value as ExportFormat]?.name ?? value
    default:
      return journalValueTexts[field]?.[value] ?? value
  }
}

const partsOf = (entry: ToldEntry, name: string): readonly SentencePart[] => writers[name]?.(entry) ?? []

/** Returns the user whose account it is; undefined where actors act on their own, as they mostly do. */
const otherUser = (entry: ToldEntry) => {
  const [user] = labelled(entry, 'user')
  return user?.id === entry.actor?.id ? undefined : user
}

const changeText = (field: string): string =>
  readExtraFieldParam(field)
    ? 'champ supplémentaire modifié'
    : (historyParamTexts[field as OwnHistoryParamName] ?? field).toLowerCase()

/** Returns the moment of an entry for the list: `15/01/2026 09:05:12`. */
export const entryMoment = (at: string): string =>
  formatDate(Date.parse(at), { dateStyle: 'short', timeStyle: 'medium' })
