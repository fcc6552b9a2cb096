import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Moment, Nullable, Text } from '#contract/platform/fields.ts'
import { journalGroups, journalSeverities } from '#domain/platform/journal-kinds.ts'
import { namedKinds } from '#domain/platform/journal-objects.ts'
import { fieldLimits, journalLimits } from '#domain/platform/limits.ts'

const Outcome = Type.Enum(['done', 'refused'])

/** The filters of the journal. An entry must match all of them. */
const filters = {
  /** Done by this user, or to them. */
  person: Type.Optional(Id),
  itemId: Type.Optional(Id),
  group: Type.Optional(Type.Enum([...journalGroups])),
  outcome: Type.Optional(Outcome),
  /** From this moment on. */
  from: Type.Optional(Moment),
  /** Before this moment. */
  to: Type.Optional(Moment),
  ip: Type.Optional(Text(journalLimits.ip, 1)),
  /** Words in the names of a person, a chest, a team or a bank that the entry is about. */
  text: Type.Optional(Text(fieldLimits.search)),
}
const chestFilter = { chestId: Type.Optional(Id) }

const page = {
  /** The cursor: only entries with a lower `seq`. */
  before: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: journalLimits.page })),
}

/** An entry, with the names that the caller may see. */
const JournalEntry = Type.Object({
  seq: Id,
  at: Moment,
  /** Its stored name, such as `item.copied`. */
  action: Type.String(),
  group: Type.Enum([...journalGroups]),
  severity: Type.Enum([...journalSeverities]),
  outcome: Outcome,
  /** `unknown`: nobody that the server knows yet; `hidden`: somebody outside the caller's scope. */
  by: Type.Enum(['person', 'server', 'unknown', 'hidden']),
  actor: Nullable(Type.Object({ id: Id, login: Type.String(), name: Type.String() })),
  /** The session's id, which is no secret. */
  session: Nullable(Type.String()),
  ip: Nullable(Type.String()),
  /** Its name is null when it was destroyed before the journal recorded names. */
  chest: Nullable(Type.Object({ id: Id, name: Nullable(Type.String()), exists: Type.Boolean() })),
  /** What the entry names; a name is null when it is gone, or when the caller may not see it. */
  named: Type.Array(Type.Object({ kind: Type.Enum([...namedKinds]), id: Id, name: Nullable(Type.String()) })),
  /** The recorded fields. */
  objects: Type.Array(Type.Object({ field: Type.String(), values: Type.Array(Type.String()) })),
})

const JournalPage = Type.Object({
  entries: Type.Array(JournalEntry),
  /**
   * The cursor of the next page; null at the end. With fewer entries than the limit, the search has stopped for its time
   * and goes on from there.
   */
  next: Nullable(Id),
  /** Until which moment the search has looked; null at the end. */
  searchedTo: Nullable(Moment),
  /** At the end: since when the journal is kept; null while nothing has left it, and before the end. */
  keptSince: Nullable(
    Type.Object({
      others: Moment,
      /** Of readings of secrets and changes of rights; null while none has left. */
      secrets: Nullable(Moment),
    }),
  ),
})

const exportBody = { ...filters, format: Type.Enum(['csv', 'jsonl']) }
const file = {
  produces: 'application/octet-stream',
  reply: Type.Unsafe<AsyncIterable<Uint8Array>>({ type: 'string', format: 'binary' }),
} as const

/** A chest's own journal contains none of its secrets, so it needs no master key; names of items do. */
const ofChest = {
  right: 'export',
  via: { chest: 'params.id' },
  allRights: true,
  whileLocked: true,
} as const

export const journal = {
  list: endpoint({
    method: 'GET',
    path: '/api/journal/',
    summary:
      'The journal, latest first: everything for a super administrator; for an administrator what concerns the chests, people, teams and banks of their scope, and their own actions.',
    access: { permission: 'openBackOffice' },
    query: Body({ ...page, ...chestFilter, ...filters }),
    reply: JournalPage,
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/journal/export',
    summary: 'The journal as a file, with the same filters; recorded.',
    access: { permission: 'openBackOffice' },
    body: Body({ ...exportBody, ...chestFilter }),
    ...file,
  }),
  ofChest: endpoint({
    method: 'GET',
    path: '/api/chest/:id/journal/',
    summary: 'The journal of a chest, for those who hold all five rights on it.',
    access: ofChest,
    params: IdParams,
    query: Body({ ...page, ...filters }),
    reply: JournalPage,
  }),
  downloadOfChest: endpoint({
    method: 'POST',
    path: '/api/chest/:id/journal/export',
    summary: 'The journal of a chest as a file, with the same filters; recorded.',
    access: ofChest,
    params: IdParams,
    body: Body(exportBody),
    ...file,
  }),
}
