import { createHash } from 'node:crypto'
import { kindOf, type JournalGroup, type JournalSeverity } from '#domain/platform/journal-kinds.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'

/** `critical`: the journal's own check found that somebody else changed it. */
export type SiemSeverity = JournalSeverity | 'critical'

/**
 * An event as receivers get it: ids, and the login of who did it. The names of its fields are documented in
 * docs/operations.md and stay.
 */
export type SiemEvent = {
  /** Unique for ever, also after a backup was restored: the process that wrote the row, and its own number for it. */
  readonly id: string
  /** The number of the row; null for a checkpoint. */
  readonly seq: number | null
  readonly at: string
  readonly action: string
  readonly group: JournalGroup
  readonly severity: SiemSeverity
  readonly outcome: 'done' | 'refused'
  readonly actor: { readonly id: number; readonly login: string } | null
  readonly session: string | null
  readonly ip: string | null
  readonly chest: number | null
  readonly objects: Readonly<Record<string, unknown>>
  /** The fields of `objects` that were too long for a message; they are in the journal. */
  readonly shortened?: readonly string[]
}

/** Returns a row of the journal as an event. */
export function eventOf(row: JournalRow): SiemEvent {
  const [group, severity] = kindOf(row.action)
  const isTampering = row.action === 'journal.checked' && row.outcome === 'refused'
  return {
    id: row.node === null || row.number === null ? `row-${row.seq}` : `${processOf(row.node)}-${row.number}`,
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    action: row.action,
    group,
    severity: isTampering ? 'critical' : severity,
    outcome: row.outcome,
    actor: row.actor_id === null ? null : { id: row.actor_id, login: row.actor_name ?? '' },
    session: row.session_id,
    ip: row.ip === '' || row.ip === 'local' ? null : row.ip,
    chest: row.chest_id,
    objects: JSON.parse(row.objects) as Record<string, unknown>,
  }
}

const processOf = (node: number): string => node.toString(16).padStart(12, '0')

/** Returns a signed checkpoint as an event: whoever keeps it can prove a journal that was cut off or set back. */
export const eventOfCheckpoint = (kept: { size: number; at: number; note: string }): SiemEvent => ({
  id: `checkpoint-${createHash('sha256').update(kept.note).digest('hex').slice(0, 24)}`,
  seq: null,
  at: new Date(kept.at).toISOString(),
  action: 'journal.checkpoint',
  group: 'system',
  severity: 'info',
  outcome: 'done',
  actor: null,
  session: null,
  ip: null,
  chest: null,
  objects: { rows: kept.size, note: kept.note },
})

/**
 * Returns the text of an event, at most `bytes` long in UTF-8: the longest of its recorded fields are left out, and named,
 * until it is. Only lists and free texts can be long.
 */
export function fitted(event: SiemEvent, bytes: number, write: (event: SiemEvent) => string): string {
  let left = event
  for (;;) {
    const text = write(left)
    const sizes = Object.entries(left.objects).map(
      ([name, value]) => [name, JSON.stringify(value).length] as const,
    )
    const [longest] = sizes.toSorted(([, one], [, other]) => other - one)
    if (Buffer.byteLength(text) <= bytes || !longest) return text
    const [name] = longest
    const { [name]: _, ...objects } = left.objects
    left = { ...left, objects, shortened: [...(left.shortened ?? []), name] }
  }
}
