import type { Generated } from 'kysely'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Fixed, Flag, Marked, Millis, OnBanks, Proven } from './column-types.ts'

export type GrantFlags = {
  can_read: Flag
  can_create: Flag
  can_update: Flag
  can_delete: Flag
  can_export: Flag
}

type Grant = GrantFlags & Proven & { chest_id: Fixed<number>; chest_mark: Generated<string | null> }

/** The columns that folders and items share. */
type ElementColumns = {
  id: Fixed<number>
  chest_id: number
  /** The element's own key under the chest key; bound to the element, its chest and its parent. */
  wrapped_key: Sealed
  meta: Sealed
  /** The row revision at which `meta` was sealed (bound into the ciphertext). */
  meta_revision: number
  revision: number
  /** The chest's revision at which this row last changed: an older index reads the row again. */
  chest_revision: number
  created_by: Fixed<number>
  created_at: Fixed<Millis>
  updated_at: Millis
  deleted_at: Millis | null
  /** The trash entry of a deleted element; a folder's content shares the folder's entry. */
  trash_id: number | null
  /** The source of an imported element (`ElementSource`), under its own key; null for others. */
  source: Sealed | null
}

type Favourite = { id: Generated<number>; user_id: Fixed<number>; created_at: Fixed<Millis> }

/** The tables of chests and their contents. */
export type ChestTables = {
  chests: {
    id: Fixed<number>
    name: string
    description: string
    /** Folded name and description, for the back office's search. */
    search_text: string
    type: string
    guardian: Flag
    /** Grows with each change of content: the in-memory index is checked against it at each request. */
    revision: number
    /** The revision of the last destruction of content: an older index must be rebuilt. */
    destroyed_revision: Generated<number>
    /** The version of the chest key that new content is sealed under. */
    key_version: number
    /** Grows with each change of the master key; 0: it never had one. Unlocks name the version that they unlocked. */
    lock_version: Generated<number>
    /** During a renewal: the version of the key that the rest is still sealed under. */
    former_key_version: number | null
    /** Its rule of renewal: that many days after the last change of a password; null without one. */
    renew_days: number | null
    /** The version of the rules by which all its passwords are rated (`judgeVersion`). */
    judged_by: Generated<number>
    created_by: Fixed<number | null>
    created_at: Fixed<Millis>
    deleted_at: Millis | null
  } & Marked &
    OnBanks &
    Proven

  chest_keys: {
    chest_id: Fixed<number>
    version: Fixed<number>
    /** The version of the root key that wraps it: a rotation searches for the old ones. */
    root_version: number
    wrapped: Sealed
    /** Guardian chests only: 16 bytes for Argon2id. */
    salt: Uint8Array | null
    /** Guardian chests only: Argon2id and its cost, as the PHC string format begins. */
    cost: string | null
  }

  /** One row an unlock: a guardian chest's key for one session, sealed under secrets that the row does not hold. */
  chest_unlocks: {
    /** SHA-256 of the handle that the browser stores. */
    handle_hash: Fixed<Uint8Array>
    session_id: Fixed<string>
    chest_id: Fixed<number>
    lock_version: Fixed<number>
    sealed: Fixed<Sealed>
    created_at: Fixed<Millis>
    expires_at: Millis
  }

  /** Wrong master keys of a session for a chest; tries under way are already counted. */
  master_key_tries: {
    session_id: Fixed<string>
    chest_id: Fixed<number>
    tries: number
    tried_at: Millis
  }

  /** A renewal of a chest's key, and its progress. */
  chest_renewals: {
    chest_id: Fixed<number>
    done: number
    total: Fixed<number>
    /** The table in progress, and the row after which the next batch begins. */
    step: 'folders' | 'items'
    after_revision: number
    after_id: number
    begun_at: Fixed<Millis>
  }

  chest_user_rights: Grant & { user_id: Fixed<number>; user_mark: Generated<string | null> }
  chest_team_rights: Grant & { team_id: Fixed<number>; team_mark: Generated<string | null> }
  folders: ElementColumns & {
    parent_id: number | null
    /** Its rule of renewal, in days, for what it holds at any depth; null: that of the folder or chest around it. */
    renew_days: number | null
  }

  items: ElementColumns & {
    folder_id: number | null
    category_id: number
    has_password: Flag
    has_otp: Flag
    password: Sealed | null
    password_revision: number
    otp: Sealed | null
    otp_revision: number
    /** The values of its concealed extra fields, by their ids; null without one. */
    secrets: Sealed | null
    secrets_revision: Generated<number>
    /** When the password was last set; null without one. */
    password_at: Millis | null
    /** The day before which it is to be renewed, yyyy-mm-dd, set on the item itself; null without one. */
    renew_before: string | null
  }

  /** A file of an item. Its own key is wrapped under the item's; see vault/attachments. */
  attachments: {
    id: Fixed<number>
    /** Null once it is destroyed, as are its chest, key and meta; its chunks are then deleted in steps. */
    item_id: number | null
    chest_id: number | null
    /** Null until the upload is finished. */
    wrapped_key: Sealed | null
    meta: Sealed | null
    /** The size, rounded up: what limits count. */
    stored_bytes: number
    created_by: Fixed<number>
    created_at: Millis
    removed_by: number | null
    removed_at: Millis | null
    /** When an unfinished or destroyed one may be deleted; null for a finished one, which alone is visible. */
    discard_at: Millis | null
  }

  attachment_chunks: { attachment_id: Fixed<number>; number: Fixed<number>; sealed: Fixed<Sealed> }

  /** Old values of a field, sealed under the element's key; at most ten a field. */
  versions: {
    id: Fixed<number>
    element: Fixed<'folder' | 'item'>
    element_id: Fixed<number>
    field: Fixed<string>
    sealed: Sealed
    created_by: Fixed<number>
    created_at: Fixed<Millis>
  }

  history: {
    id: Generated<number>
    chest_id: Fixed<number>
    element: Fixed<'folder' | 'item'>
    element_id: Fixed<number>
    action: Fixed<string>
    param_name: Fixed<string | null>
    user_id: Fixed<number>
    /** Stored beside the id: the history shows the name of a deleted user. */
    user_name: Fixed<string>
    created_at: Fixed<Millis>
  }

  trash_entries: {
    id: Generated<number>
    chest_id: Fixed<number>
    element: Fixed<'folder' | 'item'>
    element_id: Fixed<number>
    deleted_by: Fixed<number>
    deleted_at: Fixed<Millis>
  }

  /** A user's favourites, each once; the ids grow in the order of marking. */
  favourite_chests: Favourite & { chest_id: Fixed<number> }

  favourite_items: Favourite & { item_id: Fixed<number> }
  categories: { id: Fixed<number>; name: string }

  /** A one-time message that waits for its reader, sealed under a key that only its link holds. */
  notas: {
    id: Generated<number>
    /** 128 random bits that name it in the link. */
    link_id: Fixed<string>
    chest_id: Fixed<number>
    sealed: Fixed<Uint8Array>
    /** SHA-256 of the value by which a reader proves to have the key. */
    proof_hash: Fixed<Uint8Array>
    /** Wrong proofs so far. */
    tries: Generated<number>
    created_by: Fixed<number>
    /** Whether its reader is shown the name of `created_by`. */
    shows_name: Fixed<Flag>
    created_at: Fixed<Millis>
    expires_at: Fixed<Millis>
  }

  /** The day, yyyy-mm-dd, on which a person was last reminded of what is to be renewed. */
  due_reminders: { user_id: Fixed<number>; day: string }

  /** One import of a file into a chest. */
  imports: {
    id: Generated<number>
    chest_id: Fixed<number>
    user_id: Fixed<number>
    /** The source of the specification, or the id of the format of another manager. */
    source: Fixed<string>
    /** `ImportTotals` as JSON. */
    counts: Fixed<string>
    created_at: Fixed<Millis>
    undone_at: Millis | null
    /** Under the chest's key (`imports/file-names.ts`); null for an import of an earlier release. */
    file_name: Sealed | null
  }

  /** An element that an import created or changed; deleted when the import can no longer be undone. */
  import_elements: {
    import_id: Fixed<number>
    /** An attachment is listed where its item existed before the import. */
    element: Fixed<'folder' | 'item' | 'attachment'>
    element_id: Fixed<number>
    /**
     * `updated`: it was as the last import left it. `replaced`: people had changed it. Of an attachment, `replaced`: the
     * import removed it, since the file has another one of its name.
     */
    kind: Fixed<'created' | 'updated' | 'replaced'>
    /**
     * The revision of its row after the import: nobody has touched it while it has that one. 0 for an attachment; -1 for an
     * item over which the import was undone.
     */
    revision: number
    /** The old values that the import stored have this id or a higher one; 0 for a created element. */
    first_version: Fixed<number>
  }

  /** The summary of a chest's passwords, packed and sealed under the chest's key; a cache (vault/summaries/summaries.ts). */
  chest_summaries: {
    chest_id: Fixed<number>
    key_version: number
    /** The chest's revision that it shows. */
    revision: number
    sealed: Sealed
  }

  /** A chest's packed index in sealed parts; a cache (vault/chest-index/snapshots.ts). */
  chest_snapshots: {
    chest_id: Fixed<number>
    part: Fixed<number>
    parts: Fixed<number>
    key_version: Fixed<number>
    /** The chest's revision that it shows. */
    revision: Fixed<number>
    sealed: Fixed<Sealed>
  }
}
