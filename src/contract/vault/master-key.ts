import { Type } from '#contract/platform/schema.ts'
import { masterKeyLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Message, Moment, Nullable, Text } from '#contract/platform/fields.ts'

const MasterKey = Text(masterKeyLimits.maximum, 1)

/** The lock state of a chest for the calling request. */
export const LockState = Type.Object({
  guardian: Type.Boolean(),
  /** Whether a handle of the request unlocks it. */
  unlocked: Type.Boolean(),
  /** When the unlock expires unless the chest is used before. */
  expiresAt: Nullable(Moment),
  /** Whether the caller manages the chest in the back offices, and so may change its master key. */
  manageable: Type.Boolean(),
  /** The running change of the chest's key: elements done and in total. */
  renewal: Nullable(Type.Object({ done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) })),
})

/**
 * Unlocks guardian chests. `verify` returns a handle. Later calls send it in the header `X-Chest-Handle`
 * (several are separated by commas), or in the body field `masterkey` of the calls that have one.
 */
export const masterKey = {
  verify: endpoint({
    method: 'POST',
    path: '/api/masterkey/verify',
    summary: 'Unlocks a guardian chest for the session; `key` is the handle for later calls.',
    access: { right: 'read', via: { chest: 'body.chestId' }, whileLocked: true },
    body: Body({ chestId: Id, masterkey: MasterKey }),
    reply: Type.Object({ key: Type.String(), expiresAt: Moment }),
    refusals: [
      'MASTER_KEY_WRONG',
      'SESSION_EXPIRED',
      'CHEST_NOT_GUARDED',
      'CHEST_LOCKED',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
    ],
  }),
  lock: endpoint({
    method: 'POST',
    path: '/api/masterkey/lock',
    summary: 'Locks a guardian chest for the session.',
    access: { right: 'read', via: { chest: 'body.chestId' }, whileLocked: true },
    body: Body({ chestId: Id }),
    reply: Message,
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/chest/:id/masterkey',
    summary: 'Whether a chest is locked, unlocked for this request, or being resealed.',
    access: { right: 'read', via: { chest: 'params.id' }, whileLocked: true },
    params: IdParams,
    reply: LockState,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/chest/:id/masterkey',
    summary: "Adds, changes or removes (null) a chest's master key, or reseals everything because it leaked.",
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    body: Body({
      /** Required if the chest has a master key. */
      current: Type.Optional(MasterKey),
      masterKey: Nullable(Text(masterKeyLimits.maximum)),
      leaked: Type.Optional(Type.Boolean()),
    }),
    reply: LockState,
    refusals: [
      'RIGHT_REQUIRED',
      'MASTER_KEY_WEAK',
      'MASTER_KEY_WRONG',
      'SESSION_EXPIRED',
      'CHEST_NOT_GUARDED',
      'RENEWAL_UNDER_WAY',
      'EDIT_CONFLICT',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
    ],
  }),
}
