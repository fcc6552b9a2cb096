import { Type } from '#contract/platform/schema.ts'
import { fieldLimits, searchLimits } from '#domain/platform/limits.ts'
import { eachField, itemListedFields } from '#domain/vault/item-fields.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, Nullable, Text } from '#contract/platform/fields.ts'
import { CategoryReply } from './items.ts'

/** The chest's name, then its folders down to the element; null replaces omitted names of a long path. */
const Path = Type.Array(Nullable(Type.String()))

/** The location of an element, named as in the explorer's address. */
const place = { chest_id: Id, folder_id: Nullable(Id), path: Path, guardian: Type.Boolean() }

export const FoundChest = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  guardian: Type.Boolean(),
})
export const FoundFolder = Type.Object({ id: Id, name: Type.String(), ...place })
/** The texts that lists show; contains no secret. */
export const FoundItem = Type.Object({
  id: Id,
  ...eachField(itemListedFields, () => Type.String()),
  category: CategoryReply,
  categoryIcon: Type.String(),
  hasPassword: Type.Boolean(),
  hasOtp: Type.Boolean(),
  ...place,
})

export const search = {
  find: endpoint({
    method: 'POST',
    path: '/api/search',
    summary: `Chests, items and folders that the caller may read and that contain every word, best first.`,
    access: 'signed-in',
    body: Body({
      search: Text(fieldLimits.search, searchLimits.minimum),
      /** The specification sends it empty, and has no other value. */
      type: Type.Optional(Type.Literal('')),
      /** Searches only the chests of the caller's current bank, if there is one. */
      bank: Type.Optional(Type.Literal('current')),
    }),
    reply: Type.Object({
      chests: Type.Array(FoundChest),
      items: Type.Array(FoundItem),
      folders: Type.Array(FoundFolder),
      /** The time limit was reached before every chest was searched: there may be more results. */
      incomplete: Type.Boolean(),
    }),
    refusals: ['SERVER_BUSY'],
  }),
}
