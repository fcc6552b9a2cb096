import type { BackupSettings } from './backups/settings.ts'
import type { DocumentSettings, LinkSettings } from './documents/settings.ts'
import type { SettingsInForce } from './settings-in-force.ts'
import type { Sender, SmtpSettings } from './mail/settings.ts'
import type { SiemSettings } from './siem/settings.ts'

export const inactivityPolicies = ['lock', 'logout'] as const
export type InactivityPolicy = (typeof inactivityPolicies)[number]

/** The settings that every feature may read, checked; `config.ts` reads them. */
export type PlatformSettings = {
  readonly dataFolder: string
  /** Where people reach the server: links and same-origin checks use it, never the Host header. */
  readonly publicOrigin: string
  /** False only on plain http over loopback: cookies then go without `Secure` and `__Host-`. */
  readonly secureCookies: boolean
  readonly https: boolean
  /** The file of the root key; null where the environment holds it. */
  readonly rootKeyPath: string | null
  /** Where the root keys come from. */
  readonly rootKeySource: 'file' | 'environment' | 'passphrase'
  readonly trustedProxies: readonly string[]
  /** Wrong tries of unknown browsers behind one address in 15 minutes; beyond them they wait. */
  readonly networkTries: number
  /** Items whose secrets somebody may read in ten minutes before an alert, whatever is usual for them. */
  readonly alertReadings: number
  /** Whether alerts are mailed; the administration page shows them anyway. */
  readonly alertMails: boolean
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly inactivityMs: number
  /** What becomes of a session that is idle for that long: locked until it is reopened, or ended. */
  readonly inactivity: InactivityPolicy
  /** In bytes: the memory of all decrypted indexes. */
  readonly indexMemoryBytes: number
  /** In bytes: the limits of attachments, of one file, of an item and of a bank. */
  readonly attachmentBytes: { readonly file: number; readonly item: number; readonly bank: number }
  /** For how many months the journal keeps readings of secrets and changes of rights, and everything else. */
  readonly journalMonths: { readonly secrets: number; readonly others: number }
  /** Whether chests may be exported without encryption. */
  /** Whether SQLite's file may be on a network share. */
  readonly allowsShare: boolean
  readonly clearExports: boolean
  /** Null: mails are written to files in the data folder. */
  readonly smtp: SmtpSettings | null
  readonly mailFrom: Sender
  /** The receivers of the journal's events. */
  readonly siem: SiemSettings
  /** The nightly backups. */
  readonly backup: BackupSettings
  /** The documents and links of the footer. */
  readonly documents: DocumentSettings
  readonly links: LinkSettings
  /** Every setting as administrators see it, without secrets. */
  readonly inForce: SettingsInForce
}
