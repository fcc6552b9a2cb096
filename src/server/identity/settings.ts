import type { PlatformSettings } from '#server/platform/settings.ts'
import type { DirectorySettings } from './directory/settings.ts'
import type { SsoSettings } from './sso/settings.ts'

/** `users`: accounts without a back office; `all`: administrators too; `off`: no account. */
export const mailCodePolicies = ['off', 'users', 'all'] as const
export type MailCodePolicy = (typeof mailCodePolicies)[number]

/** The settings of accounts and sign-in, besides those of the platform. */
export type IdentitySettings = PlatformSettings & {
  /** Whether owners may print shares of a master key (docs/decisions/0016). */
  readonly recoveryShares: boolean
  /** The accounts that may use a code by mail as second factor (docs/security.md). */
  readonly mailCode: MailCodePolicy
  /** Days after which a password must be changed; null for no limit. */
  readonly passwordMaxDays: number | null
  /** Whether a password that takes fewer guesses than a new one may must be changed at the next sign-in. */
  readonly asksForPasswordFloor: boolean
  /** Null: every account has a local password. */
  readonly directory: DirectorySettings | null
  /** The directories (LDAP, Active Directory) that may keep accounts, with the name that screens show. */
  readonly directories: readonly { readonly id: number; readonly ad: string }[]
  /** Null: single sign-on is off. */
  readonly sso: SsoSettings | null
}
