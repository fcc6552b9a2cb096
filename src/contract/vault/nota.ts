import { Type } from '#contract/platform/schema.ts'
import { fieldLimits, masterKeyLimits, notaLimits } from '#domain/platform/limits.ts'
import { longestSealedNota } from '#domain/vault/nota-seal.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, Moment, Nullable, Text } from '#contract/platform/fields.ts'

/** Returns the schema of `count` characters of base64url. */
const letters = (count: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${count}}$` })

/** Not a number: an id must not be guessable, since five wrong proofs destroy the message. */
const NotaParams = Body({ id: letters(notaLimits.idLetters) })

/**
 * One-time messages. A client that seals the message itself (`domain/vault/nota-seal.ts`) sends `proofHash`
 * with it: the server never has the key, and the returned link lacks it. Without `proofHash` the message is
 * plain text: the server seals it immediately, and the key is only in the returned link.
 */
export const nota = {
  expiries: endpoint({
    method: 'GET',
    path: '/api/nota/',
    summary: "The choices of a one-time message's lifetime.",
    access: 'signed-in',
    reply: Type.Array(
      Type.Object({
        id: Id,
        addDate: Type.Object({ fr: Type.String() }),
        isDefault: Type.Boolean(),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/nota/create',
    summary: `Creates a message that can be read once; the link is returned only now. A user has at most ${notaLimits.waiting} unread messages.`,
    access: { right: 'read', via: { chest: 'body.chestId' } },
    status: 201,
    creates: true,
    multipart: { fieldBytes: Math.max(longestSealedNota, notaLimits.messageBytes) },
    body: Body({
      message: Type.String({
        minLength: 1,
        maxLength: longestSealedNota,
        description: `At most ${fieldLimits.notaMessage} characters; or, with \`proofHash\`, the sealed message in base64url.`,
      }),
      chestId: Id,
      expirationDateId: Id,
      proofHash: Type.Optional(letters(notaLimits.keyLetters)),
      showName: Type.Optional(
        Type.Boolean({ description: "Whether the reader is shown the sender's name." }),
      ),
      masterkey: Type.Optional(Text(masterKeyLimits.maximum)),
    }),
    reply: Type.Object({ link: Type.String(), expiresAt: Moment, message: Type.String() }),
    refusals: ['VALUE_REQUIRED', 'INVALID_REQUEST', 'CHEST_LOCKED', 'TOO_MANY_NOTAS'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/nota/:id',
    summary: 'Whether a message exists, until when, and who sent it; reads nothing of it.',
    access: 'public',
    params: NotaParams,
    reply: Type.Object({
      expiresAt: Moment,
      /** As the server knows it: the account that created the message, if it allows that, and the operator. */
      sender: Type.Object({ name: Nullable(Type.String()), organisation: Nullable(Type.String()) }),
    }),
    refusals: ['NOTA_NOT_FOUND'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/nota/:id/open',
    summary: 'Returns the sealed message for a proof of its key, and destroys it in the same statement.',
    access: 'public',
    params: NotaParams,
    body: Body({ proof: letters(notaLimits.keyLetters) }),
    reply: Type.Object({ sealed: Type.String() }),
    refusals: ['NOTA_NOT_FOUND', 'NOTA_KEY_WRONG'],
  }),
}
