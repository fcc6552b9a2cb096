import { Type } from '#contract/platform/schema.ts'
import { accountLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Message, Text } from '#contract/platform/fields.ts'
import { Attestation, CreationOptions } from '#contract/platform/webauthn.ts'

const Name = Text(accountLimits.passkeyName, 1)
/** The passkeys of the caller's account, a second factor beside the authenticator. */
export const passkeys = {
  ask: endpoint({
    method: 'POST',
    path: '/api/account/passkey/options',
    summary: "Returns the browser's options to create a passkey; requires a fresh proof.",
    access: 'signed-in',
    reply: CreationOptions,
    refusals: ['PROOF_REQUIRED', 'PASSKEYS_NOT_OFFERED', 'TOO_MANY_PASSKEYS'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/account/passkey',
    summary: 'Stores a passkey created by the browser; requires a fresh proof.',
    access: 'signed-in',
    status: 201,
    body: Body({ name: Name, response: Attestation }),
    reply: Type.Object({ id: Id, message: Type.String() }),
    refusals: [
      'PROOF_REQUIRED',
      'PASSKEYS_NOT_OFFERED',
      'TOO_MANY_PASSKEYS',
      'PASSKEY_WRONG',
      'PASSKEY_KNOWN',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
    ],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/account/passkey/:id',
    summary: "Changes the name of one of the caller's passkeys.",
    access: 'signed-in',
    params: IdParams,
    body: Body({ name: Name }),
    reply: Message,
    refusals: ['PASSKEY_NOT_FOUND', 'VALUE_REQUIRED', 'PATTERN_MISMATCH'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/passkey/:id',
    summary: "Deletes one of the caller's passkeys; requires a fresh proof.",
    access: 'signed-in',
    params: IdParams,
    reply: Message,
    refusals: ['PASSKEY_NOT_FOUND', 'PROOF_REQUIRED'],
  }),
}
