import type { SendMailOptions } from 'nodemailer'
import { mailErrorTexts } from '#texts/platform/mails.ts'

/** A message to one address, ready to send. */
export type Message = Omit<SendMailOptions, 'text' | 'html'> & {
  readonly messageId: string
  readonly text: string
  readonly html: string
}

/** The destination of mails: a mail server, or a folder when none is set. */
export type Transport = {
  readonly kind: 'smtp' | 'folder'
  /** Resolves once the other side has accepted the message. @throws SendFailure */
  send(id: number, message: Message, signal: AbortSignal): Promise<void>
  /** Whether it would accept mails now; no mail is sent. */
  isReachable(): Promise<boolean>
  /** Deletes stored mails written before a time, where it stores any. */
  tidy?(before: number): Promise<void>
}

/** Why a mail was not sent. `sender`: the server does not take mails from our address. */
export type FailureKind =
  | 'reply'
  | 'sender'
  | 'sign'
  | 'network'
  | 'tls'
  | 'folder'
  | 'late'
  | 'obsolete'
  | 'crowded'
  | 'unknown'

/** Node's codes for a refused or broken connection, and nodemailer's for one that the server closed. */
const droppedCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNECTION', 'EPIPE'])

/** A mail was not sent. The error holds codes and never the server's text, which may quote the mail. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly kind: FailureKind
  /** Such as `550 5.1.1` or ECONNREFUSED; empty when there is none. */
  readonly detail: string
  /** Whether a retry is useless: the server refuses this message. */
  readonly isFinal: boolean

  constructor(kind: FailureKind, detail = '', isFinal = false) {
    super(kind)
    this.kind = kind
    this.detail = detail
    this.isFinal = isFinal
  }

  /** Whether the server answered the mail, rather than failed to take it. */
  get isAnswer(): boolean {
    return this.kind === 'reply' || this.kind === 'sender'
  }

  /** Whether the server has too many connections: it says so (421, RFC 5321 §4.2.3), or refuses or drops them. */
  get isTurnedAway(): boolean {
    return /^421\b/.test(this.detail) || droppedCodes.has(this.detail)
  }

  /** The failure as the outbox stores it. */
  get code(): string {
    return this.detail === '' ? this.kind : `${this.kind}:${this.detail}`
  }
}

const isKind = (text: string): text is FailureKind => Object.hasOwn(mailErrorTexts, text)

/** Returns a stored failure (`reply:550 5.1.1`) in French. */
export function sentenceOfError(code: string): string {
  const [kind = '', detail = ''] = code.split(':', 2)
  const text = isKind(kind) ? mailErrorTexts[kind] : mailErrorTexts.unknown
  return typeof text === 'string' ? text : text(detail)
}
