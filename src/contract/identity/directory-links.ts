import { Type } from '#contract/platform/schema.ts'
import { linkVerdicts } from '#domain/identity/directory-links.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, IdParams, Message, Moment, Nullable, Text } from '#contract/platform/fields.ts'

const path = '/api/user/:id/directory'

/**
 * The permanent identifier of an entry: `objectGUID` or `entryUUID`, with its value in hexadecimal. A person who is created
 * again under the same name has another.
 */
export const EntryKey = Text(64, 1)

/** What an administrator recognises an entry by. */
const Entry = Type.Object({
  key: EntryKey,
  name: Type.String(),
  email: Type.String(),
  /** The distinguished name, which has the organisational unit. */
  dn: Type.String(),
  /** Whether Active Directory has it disabled. */
  isDisabled: Type.Boolean(),
})

/** The link of an account to its entry in the directory, for those who manage the account. */
export const directoryLinks = {
  read: endpoint({
    method: 'GET',
    path,
    summary: 'The directory entry that a user is linked to, beside the one that their name finds now.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    reply: Type.Object({
      /** The SAM account by which the directory is searched, or the login without one. */
      name: Type.String(),
      /** Null before the first sign-in. `entry`: null when the directory no longer has it. */
      linked: Nullable(Type.Object({ linkedAt: Moment, entry: Nullable(Entry) })),
      /** Null when the name finds none or several, and for a user without a link. */
      found: Nullable(Entry),
      verdict: Type.Enum(linkVerdicts),
    }),
    refusals: ['DIRECTORY_UNKNOWN', 'DIRECTORY_AWAY', 'SERVER_BUSY'],
  }),
  relink: endpoint({
    method: 'POST',
    path,
    summary: 'Links a user to the entry that their name finds now, in place of the former one.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    /** The entry that was shown: another one is refused. */
    body: Body({ key: EntryKey }),
    reply: Message,
    refusals: [
      'DIRECTORY_UNKNOWN',
      'DIRECTORY_AWAY',
      'SERVER_BUSY',
      'DIRECTORY_LINK_UNCHANGED',
      'DIRECTORY_ENTRY_CHANGED',
      'DIRECTORY_ENTRY_TAKEN',
    ],
  }),
}
