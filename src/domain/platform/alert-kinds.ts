import type { JournalAction } from './journal-actions.ts'
import type { JournalGroup, JournalSeverity } from './journal-kinds.ts'

/** What an alert is about, who is told of it, and where the journal shows it. */
type AlertKind = {
  readonly severity: Exclude<JournalSeverity, 'info'>
  /** `scope`: super administrators, and administrators who see all of it; `chiefs`: super administrators alone. */
  readonly to: 'scope' | 'chiefs'
  /** The group of the journal that its link opens. */
  readonly group: JournalGroup
  /** Raised by each entry of this action, with its actor and its chest; `refused`: by its refused ones only. */
  readonly on?: { readonly action: JournalAction; readonly refused?: true }
}

/**
 * The kinds of alerts. A kind with `on` needs its line here and its sentence (`texts/office/alerts.ts`), no more; the
 * others are raised by `server/office/alerts/rules.ts` or by `raiseAlert`. The names are stored: never rename one.
 */
export const alertKinds = {
  'many-readings': { severity: 'alert', to: 'scope', group: 'secrets' },
  'new-network': { severity: 'notice', to: 'scope', group: 'sign-in' },
  export: { severity: 'notice', to: 'scope', group: 'transfers' },
  'own-rights': { severity: 'alert', to: 'scope', group: 'rights' },
  'own-team': { severity: 'alert', to: 'scope', group: 'people' },
  'role-given': { severity: 'alert', to: 'scope', group: 'people' },
  'master-key-guessed': { severity: 'alert', to: 'scope', group: 'chests' },
  'journal-check': {
    severity: 'alert',
    to: 'chiefs',
    group: 'system',
    on: { action: 'journal.checked', refused: true },
  },
  'journal-tampered': { severity: 'alert', to: 'chiefs', group: 'system' },
  'backup-failed': {
    severity: 'alert',
    to: 'chiefs',
    group: 'system',
    on: { action: 'backup.made', refused: true },
  },
  'backup-late': { severity: 'alert', to: 'chiefs', group: 'system' },
  'recent-backup-late': { severity: 'alert', to: 'chiefs', group: 'system' },
  'backup-restored': { severity: 'alert', to: 'chiefs', group: 'system' },
  'journal-held': { severity: 'alert', to: 'chiefs', group: 'system' },
  'authority-tampered': {
    severity: 'alert',
    to: 'chiefs',
    group: 'system',
    on: { action: 'authority.tampered' },
  },
} as const satisfies Readonly<Record<string, AlertKind>>

export type AlertKindName = keyof typeof alertKinds
export const alertKindNames = Object.keys(alertKinds) as AlertKindName[]

/** Returns a kind with its optional parts. */
export const alertKindOf = (name: AlertKindName): AlertKind => alertKinds[name]
