import type { Attempt } from './attempt.ts'
import type { OptionalPart } from './provider.ts'

/**
 * The errors by which providers refuse `prompt=select_account`: OpenID Connect has no error of its own for an
 * unknown value, and Core §3.1.2.6 names the last two for a choice that cannot be offered.
 */
const ofPrompt: ReadonlySet<string | null> = new Set([
  'invalid_request',
  'account_selection_required',
  'interaction_required',
])

/**
 * Returns the part of the request with which the provider refused it and without which it is repeated, each
 * part once; null when the refusal has another reason. A fresh sign-in keeps its `prompt`, which it needs.
 */
export function partToLeaveOut(
  returned: URLSearchParams,
  { leavesOut, proof }: Pick<Attempt, 'leavesOut' | 'proof'>,
): OptionalPart | null {
  const error = returned.get('error')
  if (error === 'invalid_scope' && !leavesOut.includes('scope')) return 'scope'
  return ofPrompt.has(error) && proof === null && !leavesOut.includes('prompt') ? 'prompt' : null
}
