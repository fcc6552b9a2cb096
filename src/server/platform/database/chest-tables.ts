import type { Generated } from 'kysely'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Fixed, Flag, Millis } from './column-types.ts'

export type ChestsTable = {
  id: Fixed<number>
  name: string
  description: string
  /** Folded name and description: what the back office's search looks in. */
  search_text: string
  type: string
  guardian: Flag
  /** Grows with each change of content: the in-memory index is checked against it at each request. */
  revision: number
  /** The last revision that destroyed content had: an index that is older must be made anew. */
  destroyed_revision: Generated<number>
  /** The version of the chest key that new content is sealed under. */
  key_version: number
  /** Grows with each change of the master key; 0: it never had one. Open locks name the one that they opened. */
  lock_version: Generated<number>
  /** While content is being sealed anew: the version of the key that the rest is still sealed under. */
  former_key_version: number | null
  created_by: Fixed<number | null>
  created_at: Fixed<Millis>
  deleted_at: Millis | null
}

export type ChestKeysTable = {
  chest_id: Fixed<number>
  version: Fixed<number>
  /** The version of the root key that wraps it: rotation looks for the old ones. */
  root_version: number
  wrapped: Sealed
  /** Guardian chests only: 16 bytes for Argon2id. */
  salt: Uint8Array | null
}

/** One row an opened lock: a guardian chest's key for one session, sealed under what the row does not hold. */
export type ChestUnlocksTable = {
  /** SHA-256 of the handle that the browser keeps. */
  handle_hash: Fixed<Uint8Array>
  session_id: Fixed<string>
  chest_id: Fixed<number>
  lock_version: Fixed<number>
  sealed: Fixed<Sealed>
  created_at: Fixed<Millis>
  expires_at: Millis
}

/** Wrong master keys of a session for a chest; those under way are counted already. */
export type MasterKeyTriesTable = {
  session_id: Fixed<string>
  chest_id: Fixed<number>
  tries: number
  tried_at: Millis
}

/** A chest whose content is being sealed anew under another key, and how far that has come. */
export type ChestRenewalsTable = {
  chest_id: Fixed<number>
  done: number
  total: Fixed<number>
  /** The table that is being gone through, and after which row the next batch begins. */
  step: 'folders' | 'items'
  after_revision: number
  after_id: number
  begun_at: Fixed<Millis>
}

export type GrantFlags = {
  can_read: Flag
  can_create: Flag
  can_update: Flag
  can_delete: Flag
  can_export: Flag
}
export type ChestUserRightsTable = GrantFlags & { chest_id: Fixed<number>; user_id: Fixed<number> }
export type ChestTeamRightsTable = GrantFlags & { chest_id: Fixed<number>; team_id: Fixed<number> }

/** What folders and items share: where they stand, their sealed parts, who made them. */
type ElementColumns = {
  id: Fixed<number>
  chest_id: number
  /** The element's own key under the chest key; bound to the element, its chest and its parent. */
  wrapped_key: Sealed
  meta: Sealed
  /** The row revision at which `meta` was sealed (bound into the ciphertext). */
  meta_revision: number
  revision: number
  /** The chest's revision at which this row last changed: what an index that knows an older one reads again. */
  chest_revision: number
  created_by: Fixed<number>
  created_at: Fixed<Millis>
  updated_at: Millis
  deleted_at: Millis | null
  /** The trash entry that took it away; a folder's content shares the folder's entry. */
  trash_id: number | null
  /** Where an imported element came from (`ElementSource`), under its own key; null for what people made. */
  source: Sealed | null
}
export type FoldersTable = ElementColumns & { parent_id: number | null }
export type ItemsTable = ElementColumns & {
  folder_id: number | null
  category_id: number
  has_password: Flag
  has_otp: Flag
  password: Sealed | null
  password_revision: number
  otp: Sealed | null
  otp_revision: number
  /** When the password was last set; null without one. */
  password_at: Millis | null
}

/** Old values of a field, sealed under the element's key; at most ten a field. */
export type VersionsTable = {
  id: Fixed<number>
  element: Fixed<'folder' | 'item'>
  element_id: Fixed<number>
  field: Fixed<string>
  sealed: Sealed
  created_by: Fixed<number>
  created_at: Fixed<Millis>
}

export type HistoryTable = {
  id: Generated<number>
  chest_id: Fixed<number>
  element: Fixed<'folder' | 'item'>
  element_id: Fixed<number>
  action: Fixed<string>
  param_name: Fixed<string | null>
  user_id: Fixed<number>
  /** Kept beside the id: history keeps the name of a deleted user. */
  user_name: Fixed<string>
  created_at: Fixed<Millis>
}

export type TrashEntriesTable = {
  id: Generated<number>
  chest_id: Fixed<number>
  element: Fixed<'folder' | 'item'>
  element_id: Fixed<number>
  deleted_by: Fixed<number>
  deleted_at: Fixed<Millis>
}

/** What a person marked, each thing once; the ids grow in the order in which it was done. */
export type FavouriteChestsTable = Favourite & { chest_id: Fixed<number> }
export type FavouriteItemsTable = Favourite & { item_id: Fixed<number> }
type Favourite = { id: Generated<number>; user_id: Fixed<number>; created_at: Fixed<Millis> }

/** A one-time message that waits for its reader, sealed under a key that is in its link alone. */
export type NotasTable = {
  id: Generated<number>
  /** 128 random bits: what the link names it by. */
  link_id: Fixed<string>
  chest_id: Fixed<number>
  sealed: Fixed<Uint8Array>
  /** SHA-256 of what a reader proves by to hold the key. */
  proof_hash: Fixed<Uint8Array>
  /** Wrong proofs so far. */
  tries: Generated<number>
  created_by: Fixed<number>
  created_at: Fixed<Millis>
  expires_at: Fixed<Millis>
}

export type CategoriesTable = { id: Fixed<number>; name: string }
