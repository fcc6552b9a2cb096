import type { DocumentSettings, LinkSettings } from './documents/settings.ts'
import type { Sender, SmtpSettings } from './mail/settings.ts'

/** The settings that every feature may read, checked; `config.ts` reads them. */
export type PlatformSettings = {
  readonly dataFolder: string
  /** Where people reach the server: links and same-origin checks use it, never the Host header. */
  readonly publicOrigin: string
  /** False only on plain http over loopback: cookies then go without `Secure` and `__Host-`. */
  readonly secureCookies: boolean
  readonly https: boolean
  readonly trustedProxies: readonly string[]
  /** Wrong tries of unknown browsers behind one address in 15 minutes; beyond them they wait. */
  readonly networkTries: number
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly inactivityMs: number
  /** In bytes: the memory of all decrypted indexes. */
  readonly indexMemoryBytes: number
  /** Null: mails are written to files in the data folder. */
  readonly smtp: SmtpSettings | null
  readonly mailFrom: Sender
  /** The documents and links of the footer. */
  readonly documents: DocumentSettings
  readonly links: LinkSettings
}
