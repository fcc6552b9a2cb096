import { keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import type { Mail } from './mail.ts'

/** Seals a mail of the outbox, bound to its row: it may hold a one-time link. */
export function sealMail(keys: SealingKeys, id: number, mail: Mail): Sealed {
  return sealJson(keys.system('users'), placeOfMail(id), mail)
}

/** Unseals what `sealMail` sealed, also under an older root key. @throws SealError */
export function openMail(keyring: Keyring, id: number, sealed: Sealed): Mail {
  return unsealJson<Mail>(keyring.system('users', keyVersionOf(sealed)), placeOfMail(id), sealed)
}

/** Returns the place of a mail that waits. */
export const placeOfMail = (id: number): SealPlace => ({
  table: 'outbox',
  rowId: id,
  field: 'mail',
  parentId: 0,
  revision: 0,
})
