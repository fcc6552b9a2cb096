import type { AccountChange, AlertToTell, DueChest, mailTexts } from '#texts/platform/mails.ts'

type Person = { readonly firstName: string; readonly login: string }
/** A person, with the token of the one-time link in the mail. */
type WithLink = Person & { readonly token: string }

/** The time of the action in the mail, in milliseconds since the epoch, and its origin. */
type Seen = { readonly at: number; readonly ip: string; readonly userAgent: string }

/** The values of each template. */
export type MailValues = {
  invitation: WithLink
  passwordReset: WithLink
  loginReminder: Person
  secondFactorReset: Person
  /** Requested by the user. */
  passwordLink: WithLink
  /** For an account whose password a directory has. */
  passwordElsewhere: Person
  /** For an account with single sign-on alone. */
  passwordOfProvider: Person
  mailCode: Person & { readonly code: string }
  secondFactorLink: WithLink
  /** To administrators who may approve. */
  secondFactorAsked: Person & { readonly asker: string }
  secondFactorDone: Person
  journalCheckpoint: Person & {
    readonly rows: number
    readonly note: string
    readonly isWhole: boolean | null
  }
  secondFactorKept: Person
  /** What an administrator is to know of, each with the path of the journal that shows it. */
  alerts: Person & { readonly alerts: readonly AlertToTell[] }
  /** What the person may change and is to be renewed: by chest, how many items are past their date or near it. */
  dueItems: Person & { readonly chests: readonly DueChest[] }
  /** A password or factor was changed, or a recovery code used. */
  accountChanged: Person & { readonly change: AccountChange; readonly seen?: Seen }
}
export type MailTemplate = keyof MailValues & keyof typeof mailTexts

/** A mail to one person. */
export type Mail = {
  [Template in MailTemplate]: {
    /** An address, without a name. */
    readonly to: string
    readonly template: Template
    readonly values: MailValues[Template]
    /** After this time the mail is no longer sent; milliseconds since the epoch. */
    readonly until?: number
  }
}[MailTemplate]
