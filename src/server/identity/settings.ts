import type { PlatformSettings } from '#server/platform/settings.ts'
import type { DirectorySettings } from './directory/settings.ts'
import type { SsoSettings } from './sso/settings.ts'

/** `users`: accounts that do not administer; `all`: administrators too; `off`: nobody. */
export const mailCodePolicies = ['off', 'users', 'all'] as const
export type MailCodePolicy = (typeof mailCodePolicies)[number]

/** The settings of accounts and of signing in, besides those of the platform. */
export type IdentitySettings = PlatformSettings & {
  /** Whether owners may print shares of a master key (docs/decisions/0016). */
  readonly recoveryShares: boolean
  /** Who may take a code by mail as second factor (docs/security.md). */
  readonly mailCode: MailCodePolicy
  /** Days after which a password must be changed; null: never for its age. */
  readonly passwordMaxDays: number | null
  /** Null: every account has its password here. */
  readonly directory: DirectorySettings | null
  /** The directories (LDAP, Active Directory) that accounts may be kept by, with the name that screens show. */
  readonly directories: readonly { readonly id: number; readonly ad: string }[]
  /** Null: nobody signs in by another house's word. */
  readonly sso: SsoSettings | null
}
