import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

/** Codes on paper, for a lost telephone. */
export const recoveryCodes = {
  renew: endpoint({
    method: 'POST',
    path: '/api/account/recovery',
    summary:
      'Generates ten recovery codes, returned this once, and ends the former ones; requires a fresh proof.',
    access: 'signed-in',
    reply: Type.Object({ codes: Type.Array(Type.String()) }),
    refusals: ['PROOF_REQUIRED'],
  }),
}
