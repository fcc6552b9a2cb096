import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

/** Codes on paper, for a lost telephone. */
export const recoveryCodes = {
  renew: endpoint({
    method: 'POST',
    path: '/api/account/recovery',
    summary: 'Draws ten recovery codes, told this once; the former ones end. Asks for a fresh proof.',
    access: 'signed-in',
    reply: Type.Object({ codes: Type.Array(Type.String()) }),
    refusals: ['PROOF_REQUIRED'],
  }),
}
