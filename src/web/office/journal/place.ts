import { journalGroups, type JournalGroup } from '#domain/platform/journal-kinds.ts'
import { fieldLimits, journalLimits } from '#domain/platform/limits.ts'
import { idIn } from '#web/platform/shell/addressNumbers.ts'

/** The filters of the journal, and the entry whose details are shown, as in its address. Days are yyyy-mm-dd. */
export type JournalPlace = {
  person?: number
  /** In the journal of the back offices a filter; of the journal of one chest, that chest. */
  chestId?: number
  itemId?: number
  group?: JournalGroup
  outcome?: 'done' | 'refused'
  from?: string
  /** The last day, itself included. */
  to?: string
  ip?: string
  text?: string
  entry?: number
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

// The router parses `text=12` as a number.
const textIn = (value: unknown, maximum: number): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= maximum ? text : undefined
}

/** Reads an address and leaves out invalid parameters. */
export const readJournalPlace = (address: Record<string, unknown>): JournalPlace =>
  known({
    person: idIn(address['person']),
    chestId: idIn(address['chestId']),
    itemId: idIn(address['itemId']),
    group: journalGroups.find((group) => group === address['group']),
    outcome: (['done', 'refused'] as const).find((outcome) => outcome === address['outcome']),
    from: dayIn(address['from']),
    to: dayIn(address['to']),
    ip: textIn(address['ip'], journalLimits.ip),
    text: textIn(address['text'], fieldLimits.search),
    entry: idIn(address['entry']),
  })

type Loose = { [Name in keyof JournalPlace]?: JournalPlace[Name] | undefined }

/** Returns a place without its empty parameters. */
export const known = (place: Loose): JournalPlace =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)) as JournalPlace

const isAddress = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) || (/^[0-9a-f:.]+$/i.test(text) && text.split(':').length > 2)

/** Returns the filter of what somebody typed: an address, or words of names. */
export function typedFilter(typed: string): Pick<Loose, 'ip' | 'text'> {
  const text = typed.trim()
  if (text === '') return { ip: undefined, text: undefined }
  return isAddress(text) ? { ip: text, text: undefined } : { ip: undefined, text }
}

/**
 * Returns the filters of a place as the calls take them. Days begin and end at midnight here.
 * @param isOfChest whether the call names the chest itself
 */
export function filtersOf(
  { from, to, entry: _entry, chestId, ...filters }: JournalPlace,
  isOfChest: boolean,
) {
  return {
    ...filters,
    ...(chestId !== undefined && !isOfChest && { chestId }),
    ...(from !== undefined && { from: midnight(from, 0) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
  }
}

const midnight = (day: string, daysLater: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
