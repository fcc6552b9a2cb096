import type { Generated } from 'kysely'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { AccountTables } from './account-tables.ts'
import type { ChestTables } from './chest-tables.ts'
import type { Fixed, Flag, Millis } from './column-types.ts'

/** Every table of the database. */
export type Tables = AccountTables & ChestTables & OfficeTables & SystemTables

/** The tables of banks and teams, and of the figures about them. */
type OfficeTables = {
  banks: {
    id: Generated<number>
    label: string
    description: string
    max_user: number | null
    active: Flag
    create_by: Fixed<number | null>
    created_at: Fixed<Millis>
  }

  bank_users: { id: Generated<number>; bank_id: Fixed<number>; user_id: Fixed<number> }
  bank_teams: { id: Generated<number>; bank_id: Fixed<number>; team_id: Fixed<number> }
  bank_chests: { id: Generated<number>; bank_id: Fixed<number>; chest_id: Fixed<number> }

  teams: {
    id: Generated<number>
    name: string
    description: string
    created_by: Fixed<number | null>
    created_at: Fixed<Millis>
  }

  team_users: {
    team_id: Fixed<number>
    user_id: Fixed<number>
    /** Who added the member: a user, or a group of the directory, which also removes them. */
    origin: Generated<'manual' | 'directory'>
  }

  /** One row: a number that triggers raise with each change of what the back offices manage. */
  office_revision: { revision: Fixed<number> }

  /** A mapping: members of this directory group are members of this team. */
  directory_groups: {
    id: Generated<number>
    ad_id: Fixed<number>
    entry_key: Fixed<string>
    /** As they were when the mapping was created; for display only. */
    dn: Fixed<string>
    name: Fixed<string>
    team_id: Fixed<number>
    created_by: Fixed<number | null>
    created_at: Fixed<Millis>
  }

  /** The counts of a day (UTC, counted from 1970): sign-ins of a user, one-time messages of a chest. */
  daily_counts: {
    kind: Fixed<'visit' | 'nota'>
    day: Fixed<number>
    of_id: Fixed<number>
    nb: number
  }

  /** The indicators of a scope on a day (as above), sealed under the figures' key. */
  kept_figures: { scope: Fixed<string>; day: Fixed<number>; sealed: Sealed }
}

/** The tables of the server itself. */
type SystemTables = {
  journal: {
    seq: Generated<number>
    at: Fixed<Millis>
    actor_id: Fixed<number | null>
    actor_name: Fixed<string | null>
    session_id: Fixed<string | null>
    ip: Fixed<string>
    action: Fixed<string>
    outcome: Fixed<'done' | 'refused'>
    chest_id: Fixed<number | null>
    /** Canonical JSON of object ids and names of changed fields; never a value. */
    objects: Fixed<string>
  }

  /** The lease of a job: the node that runs it, and until when. */
  job_leases: { name: Fixed<string>; holder: string; until: Millis }

  settings: { name: Fixed<string>; value: string }

  /** The result of a creation, sealed under the key that its caller sent (access/creations.ts). */
  creations: { id: Fixed<string>; result: Sealed | null; created_at: Fixed<Millis> }

  /** One row, `id` 1: the root key that every node seals under, with its fingerprint (root-keys/sealing-keys.ts). */
  sealing_key: { id: Fixed<1>; version: number; fingerprint: string }

  /** A running node, and the root keys that it has: fingerprints by version, as JSON (root-keys/nodes.ts). */
  key_nodes: { node: Fixed<string>; name: Fixed<string>; keys: string; seen_at: Millis }

  /** A queued mail. Its content is sealed, and wiped once it was sent or given up. */
  outbox: {
    id: Fixed<number>
    template: Fixed<string>
    /** The same at every try, so that a mail program recognises a duplicate. */
    message_id: Fixed<string>
    sealed: Sealed | null
    state: 'waiting' | 'sent' | 'failed'
    attempts: number
    next_at: Millis
    /** The node that is sending it, and until when: another node may claim it afterwards. */
    lease: string | null
    leased_until: Millis | null
    /** A code, never the server's text, which may quote the mail. */
    last_error: string | null
    tried_at: Millis | null
    created_at: Fixed<Millis>
    /** The user whose link it carries; the list of users shows whether it was sent. */
    invited_user_id: Fixed<number | null>
  }

  /** Keys that the installation draws once and keeps, wrapped under the root key. */
  installation_keys: { name: Fixed<string>; wrapped: Sealed }
}
