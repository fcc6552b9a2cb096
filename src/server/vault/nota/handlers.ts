import type { nota } from '#contract/vault/nota.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { defaultNotaExpiry, notaDuration, notaExpiries, notaPath } from '#domain/vault/nota.ts'
import { hashNotaProof, isSealedNota, sealNota } from '#domain/vault/nota-seal.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { notaExpiryTexts, notaTexts } from '#texts/vault/nota.ts'
import { confirmRight } from '#server/access/locate.ts'
import { countOfDay } from '#server/platform/journal/daily-counts.ts'
import type { HandlerRequest, Handlers } from '#server/access/handler.ts'
import { countWrongProof, findWaiting, insertNota, requireRoom, takeNota, type NewNota } from './nota-rows.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type NotaDeps = Pick<PlatformDeps, 'clock' | 'config' | 'db' | 'journal' | 'randomBytes'>

/** Returns the handlers of one-time messages (docs/decisions/0031). */
export const notaHandlers = (deps: NotaDeps): Handlers<typeof nota> => ({
  expiries: () =>
    notaExpiries.map(({ id }) => ({
      id,
      addDate: { fr: notaExpiryTexts[id] },
      isDefault: id === defaultNotaExpiry,
    })),

  create: async ({ actor, body, chest, origin, once }) => {
    const duration = notaDuration(body.expirationDateId)
    if (duration === null) throw invalid('expirationDateId', 'enum')
    const sealed = await sealedOf(body)
    const now = deps.clock()
    const expiresAt = now + duration
    return once(async (tx) => {
      await confirmRight(tx, chest)
      await requireRoom(tx, actor.id, now)
      const row: NewNota = {
        chest_id: chest.id,
        sealed: bytesOf(sealed.sealed),
        proof_hash: bytesOf(sealed.proofHash),
        created_by: actor.id,
        shows_name: body.showName === true ? 1 : 0,
        created_at: now,
        expires_at: expiresAt,
      }
      const made = await insertNota(tx, row, deps.randomBytes)
      await countOfDay(tx, 'nota', chest.id, now)
      await deps.journal.record(tx, actor, origin, {
        action: 'nota.create',
        chest: chest.id,
        objects: { nota: made.id, expirationDateId: body.expirationDateId },
      })
      return {
        link: deps.config.publicOrigin + notaPath(made.linkId, sealed.key),
        expiresAt: new Date(expiresAt).toISOString(),
        message: notaTexts.created,
      }
    })
  },

  read: async ({ params }) => {
    const waiting = await findWaiting(deps.db, { linkId: params.id, now: deps.clock() })
    if (!waiting) throw new Refusal('NOTA_NOT_FOUND')
    return {
      expiresAt: new Date(waiting.expiresAt).toISOString(),
      sender: {
        name:
          waiting.showsName === 1 && waiting.lastName !== null
            ? `${waiting.firstName} ${waiting.lastName}`
            : null,
        organisation: deps.config.documents.facts.organisation,
      },
    }
  },

  open: (request) => openNota(deps, request),
})

/**
 * Returns a message as stored: sealed by the browser, or sealed here with a key that only the link contains.
 */
async function sealedOf({
  message,
  proofHash,
}: {
  message: string
  proofHash?: string
}): Promise<{ sealed: string; proofHash: string; key?: string }> {
  if (proofHash !== undefined) {
    if (!isSealedNota(message)) throw invalid('message', 'sealed')
    return { sealed: message, proofHash }
  }
  if (message.length > fieldLimits.notaMessage) throw invalid('message', 'maxLength')
  if (message.trim() === '') throw new Refusal('VALUE_REQUIRED', { details: { field: 'body/message' } })
  return sealNota(message)
}

async function openNota(
  { db, clock, journal }: NotaDeps,
  { params, body, origin }: HandlerRequest<typeof nota.open>,
): Promise<{ sealed: string }> {
  const waiting = { linkId: params.id, now: clock() }
  // A guessed link costs one read and no transaction.
  if (!(await findWaiting(db, waiting))) throw new Refusal('NOTA_NOT_FOUND')
  const proofHash = bytesOf(await hashNotaProof(body.proof))
  // A refused proof is counted, so the transaction commits before the refusal is thrown.
  const outcome = await db.transaction().execute(async (tx) => {
    const taken = await takeNota(tx, waiting, proofHash)
    if (taken) {
      const objects = { nota: taken.id }
      await journal.record(tx, null, origin, { action: 'nota.read', chest: taken.chestId, objects })
      return { sealed: Buffer.from(taken.sealed).toString('base64url') }
    }
    const tried = await countWrongProof(tx, waiting)
    if (!tried) return 'NOTA_NOT_FOUND'
    const action = tried.isDestroyed ? 'nota.destroy' : 'nota.read'
    const event = { action, outcome: 'refused', chest: tried.chestId, objects: { nota: tried.id } } as const
    await journal.record(tx, null, origin, event)
    return 'NOTA_KEY_WRONG'
  })
  if (typeof outcome === 'string') throw new Refusal(outcome)
  return outcome
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))

const invalid = (field: string, rule: string): Refusal =>
  new Refusal('INVALID_REQUEST', { details: { field: `body/${field}`, rule } })
