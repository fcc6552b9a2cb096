import { mailErrorTexts } from '#texts/platform/mails.ts'
import type { FailureKind } from './transport.ts'

const isKind = (text: string): text is FailureKind => Object.hasOwn(mailErrorTexts, text)

/** Returns a stored failure (`reply:550 5.1.1`) in French. */
export function sentenceOfError(code: string): string {
  const [kind = '', detail = ''] = code.split(':', 2)
  const text = isKind(kind) ? mailErrorTexts[kind] : mailErrorTexts.unknown
  return typeof text === 'string' ? text : text(detail)
}
