import { Type } from '#contract/platform/schema.ts'
import { peopleSearchLimits } from '#domain/identity/people-search-limits.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { EntryKey } from '#contract/identity/directory-links.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Nullable, Text } from '#contract/platform/fields.ts'

/** A group or an organisational unit in which people are looked for. */
const Place = Type.Object({ key: EntryKey, name: Type.String(), dn: Type.String() })

/** The search for people of the directory, to create accounts for them by the import of users. */
export const directoryPeople = {
  places: endpoint({
    method: 'POST',
    path: '/api/ad/place/search',
    summary: 'Groups or organisational units of the directory by a part of their name, fifty at most.',
    access: { permission: 'openBackOffice' },
    body: Body({ by: Type.Enum(['group', 'unit']), search: Text(fieldLimits.search) }),
    reply: Type.Array(Place),
    refusals: ['DIRECTORY_UNKNOWN', 'DIRECTORY_AWAY', 'SERVER_BUSY'],
  }),
  people: endpoint({
    method: 'POST',
    path: '/api/ad/person/search',
    summary:
      'People of the directory by words of their name, mail or account, or by a group or an organisational unit, or both, fifty at most.',
    access: { permission: 'openBackOffice' },
    body: Body({
      /** From two characters; with a place, only those of its people. */
      search: Type.Optional(Text(fieldLimits.search, peopleSearchLimits.shortest)),
      /** With `by`: a place instead of words. */
      by: Type.Optional(Type.Enum(['group', 'unit'])),
      key: Type.Optional(EntryKey),
    }),
    reply: Type.Object({
      people: Type.Array(
        Type.Object({
          key: EntryKey,
          /** The name by which the directory finds the person, for the import; null where its settings have none. */
          name: Nullable(Type.String()),
          /** As an account takes them over; empty for what the directory lacks, or an account cannot have. */
          firstName: Type.String(),
          lastName: Type.String(),
          email: Type.String(),
          isDisabled: Type.Boolean(),
          hasAccount: Type.Boolean(),
        }),
      ),
      /** Whether there are more. */
      isCut: Type.Boolean(),
    }),
    refusals: ['DIRECTORY_UNKNOWN', 'DIRECTORY_AWAY', 'SERVER_BUSY', 'VALUE_REQUIRED'],
  }),
}
