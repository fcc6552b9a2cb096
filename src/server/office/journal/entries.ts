import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { journal } from '#contract/office/journal.ts'
import { kindOf } from '#domain/platform/journal-kinds.ts'
import { namedKinds } from '#domain/platform/journal-objects.ts'
import { readNames, type NameDeps, type Reader } from './names.ts'
import type { SeenRow } from './sight.ts'

export type JournalEntry = ReplyOf<typeof journal.list>['entries'][number]

/** The address of what the server does by itself. */
const local = 'local'

/** Returns rows as the contract describes them, with the names that the reader may see. */
export async function entriesOf(
  deps: NameDeps,
  reader: Reader,
  rows: readonly SeenRow[],
): Promise<JournalEntry[]> {
  const names = await readNames(deps, reader, rows)
  return rows.map((row) => {
    const [group, severity] = kindOf(row.action)
    const chest = row.chest_id !== null && row.mayNameChest ? names.chest(row.chest_id) : undefined
    const nameOf = (kind: (typeof namedKinds)[number], id: number): string | null =>
      kind === 'item' || kind === 'folder' || row.mayName(kind, id) ? names.of(kind, id) : null
    return {
      seq: row.seq,
      at: new Date(row.at).toISOString(),
      action: row.action,
      group,
      severity,
      outcome: row.outcome,
      by: byOf(row),
      actor:
        row.actor_id === null
          ? null
          : {
              id: row.actor_id,
              login: row.actor_name ?? '',
              name: names.of('user', row.actor_id) ?? row.actor_name ?? '',
            },
      session: row.session_id,
      ip: row.ip === '' || row.ip === local ? null : row.ip,
      chest:
        row.chest_id === null
          ? null
          : { id: row.chest_id, name: chest?.name ?? null, exists: chest?.exists ?? false },
      named: namedKinds.flatMap((kind) =>
        row.named[kind].map((id) => ({ kind, id, name: nameOf(kind, id) })),
      ),
      objects: Object.entries(row.objects).map(([field, value]) => ({ field, values: textsOf(value) })),
    }
  })
}

function byOf({ isHidden, actor_id: actor, ip }: SeenRow): JournalEntry['by'] {
  if (isHidden) return 'hidden'
  if (actor !== null) return 'person'
  return ip === local ? 'server' : 'unknown'
}

const textsOf = (value: unknown): string[] =>
  value === null ? [] : (Array.isArray(value) ? value : [value]).map(String)
