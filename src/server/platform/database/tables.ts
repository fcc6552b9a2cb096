import type { Generated } from 'kysely'
import type { AlertKindName } from '#domain/platform/alert-kinds.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { AccountTables } from './account-tables.ts'
import type { ChestTables } from './chest-tables.ts'
import type { Fixed, Flag, Marked, Millis, OnBanks, Proven } from './column-types.ts'

/** Every table of the database. */
export type Tables = AccountTables & ChestTables & OfficeTables & AlertTables & SystemTables

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
  } & Marked &
    Proven

  bank_users: { id: Generated<number>; bank_id: Fixed<number>; user_id: Fixed<number> }
  bank_teams: { id: Generated<number>; bank_id: Fixed<number>; team_id: Fixed<number> }
  bank_chests: { id: Generated<number>; bank_id: Fixed<number>; chest_id: Fixed<number> }

  teams: {
    id: Generated<number>
    name: string
    description: string
    created_by: Fixed<number | null>
    created_at: Fixed<Millis>
  } & Marked &
    OnBanks &
    Proven

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
    team_mark: Generated<string | null>
    created_by: Fixed<number | null>
    created_at: Fixed<Millis>
  } & Proven

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

/** The tables of alerts, and of what they are computed from. No id here refers to a row: what is deleted stays told. */
type AlertTables = {
  alerts: {
    id: Generated<number>
    kind: Fixed<AlertKindName>
    person_id: Fixed<number | null>
    chest_id: Fixed<number | null>
    /** What tells it apart from others of its kind, such as a network. */
    about: Fixed<string | null>
    first_at: Fixed<Millis>
    last_at: Millis
    /** How often it happened. */
    nb: number
    /** Readings, or exported items: the most of one time. */
    figure: number
    /** For readings: what they exceeded. */
    floor: number | null
    /** Ranges of numbers of the journal, the first ones. */
    rows: string
    /** 1 while somebody may still be to be mailed. */
    to_mail: Flag
    seen_at: Millis | null
    seen_by: number | null
  }
  /** Many readings, by chest, in the ten minutes with the most. */
  alert_readings: { alert_id: Fixed<number>; chest_id: Fixed<number>; nb: Fixed<number> }
  /** Who was mailed an alert, and when. */
  alert_mails: { alert_id: Fixed<number>; user_id: Fixed<number>; at: Fixed<Millis> }
  /** The last minute in which a person read secrets of an item, for an hour. */
  recent_readings: { user_id: Fixed<number>; item_id: Fixed<number>; chest_id: number; minute: number }
  /** The most items that a person read in ten minutes of a day (UTC, counted from 1970). */
  reading_peaks: { user_id: Fixed<number>; day: Fixed<number>; nb: number }
  /** The last sign-in of a person from a network. */
  sign_in_places: { user_id: Fixed<number>; network: Fixed<string>; last_at: Millis }
  /**
   * One row, `id` 1: the last block of the journal that was looked at, and the highest number of a row in all of them. Rows
   * up to `after_seq` raise nothing.
   */
  alert_cursor: { id: Fixed<1>; block: number; after_seq: number; seen_seq: number }
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
    /** The item that the event names, for its filter. */
    item_id: Fixed<number | null>
    /** The process that wrote the row, and its own number for it; null in rows older than the MACs. */
    node: Fixed<number | null>
    number: Fixed<number | null>
    /** Cleared once its key is lost. */
    mac: Uint8Array | null
  }

  /** The users that an event names, besides its actor. */
  journal_people: { user_id: Fixed<number>; seq: Fixed<number> }

  /** Lists the rows of the journal in order, each block bound to the one before (journal/chain.ts). */
  journal_blocks: {
    number: Fixed<number>
    at: Fixed<Millis>
    /** Ranges of `seq`. */
    rows: Fixed<string>
    state: Fixed<string>
    /** The number of rows in this block and all before, and the Merkle tree over them. */
    size: Fixed<number>
    frontier: Fixed<Uint8Array>
    /** 16 bytes for each row. */
    marks: Fixed<Uint8Array>
    mac: Fixed<Uint8Array>
    /** Ranges of its rows that have left the journal, while others of them stay; null before (journal/cut.ts). */
    gone: string | null
    gone_mac: Uint8Array | null
  }

  /** The archives of what left the journal, oldest first (journal/archives.ts). */
  journal_archives: {
    number: Fixed<number>
    at: Fixed<Millis>
    /** The name of its file when it was written. */
    file: Fixed<string>
    first_block: Fixed<number>
    /** Its rows are older than this moment. */
    until: Fixed<Millis>
    /** JSON: the place in the chain at its end. */
    anchor: Fixed<string>
    mac: Fixed<Uint8Array>
  }

  /** One row, `id` 1, once a block has left: the last of them, and the place in the chain after it (journal/cut.ts). */
  journal_cut: { id: Fixed<1>; block: number; until: Millis; anchor: string; mac: Uint8Array }

  /** Signed states of the journal. */
  journal_checkpoints: { size: Fixed<number>; at: Fixed<Millis>; note: Fixed<string> }

  /** The lease of a job: the node that runs it, and until when. */
  job_leases: { name: Fixed<string>; holder: string; until: Millis }

  /** When a job last ended without a fault, and when it last failed, on whichever node (jobs/runs.ts). */
  job_runs: { name: Fixed<string>; done_at: Millis | null; failed_at: Millis | null }

  settings: { name: Fixed<string>; value: string }

  /** The result of a creation, sealed under the key that its caller sent (access/creations.ts). */
  creations: { id: Fixed<string>; result: Sealed | null; created_at: Fixed<Millis> }

  /** One row, `id` 1: the root key that every node seals under, with its fingerprint (root-keys/sealing-keys.ts). */
  sealing_key: {
    id: Fixed<1>
    version: number
    fingerprint: string
    /** By the clock of the database. Null when an older version of the program named the key. */
    since: Generated<Millis | null>
  }

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
    /** Until when it waited for its sender, if it did: the three days of other failures begin there. */
    refused_at: Generated<Millis | null>
    created_at: Fixed<Millis>
    /** The user whose link it carries; the list of users shows whether it was sent. */
    invited_user_id: Fixed<number | null>
  }

  /** Keys that the installation draws once and keeps, wrapped under the root key. */
  installation_keys: { name: Fixed<string>; wrapped: Sealed }
}
