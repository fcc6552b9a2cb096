import type { SendMailOptions } from 'nodemailer'

/** A message that is ready to leave, for one address. */
export type Message = Omit<SendMailOptions, 'text' | 'html'> & {
  readonly messageId: string
  readonly text: string
  readonly html: string
}

/** Where mails go: a mail server, or a folder when none is set. */
export type Transport = {
  readonly kind: 'smtp' | 'folder'
  /** Resolves once the other side has taken the message over. @throws SendFailure */
  send(id: number, message: Message, signal: AbortSignal): Promise<void>
  /** Whether it would take mails now; no mail is sent. */
  isReachable(): Promise<boolean>
  /** Removes what it keeps of mails written before a moment, where it keeps any. */
  tidy?(before: number): Promise<void>
}

/** What kept a mail from leaving. */
export type FailureKind = 'reply' | 'sign' | 'network' | 'tls' | 'folder' | 'late' | 'obsolete' | 'unknown'

/** A mail did not leave. It holds codes and never the server's words, which may quote the mail. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly kind: FailureKind
  /** Such as `550 5.1.1` or ECONNREFUSED; empty when there is none. */
  readonly detail: string
  /** Whether trying again is of no use: the server refuses this very message. */
  readonly isFinal: boolean

  constructor(kind: FailureKind, detail = '', isFinal = false) {
    super(kind)
    this.kind = kind
    this.detail = detail
    this.isFinal = isFinal
  }

  /** As the outbox keeps it. */
  get code(): string {
    return this.detail === '' ? this.kind : `${this.kind}:${this.detail}`
  }
}
