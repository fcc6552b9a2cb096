import type { AccountChange, mailTexts } from '#texts/platform/mails.ts'

type Person = { readonly firstName: string; readonly login: string }
/** With the token of the one-time link that the mail carries. */
type WithLink = Person & { readonly token: string }

/** When, in milliseconds since the epoch, and from where the person did what the mail tells. */
type Seen = { readonly at: number; readonly ip: string; readonly userAgent: string }

/** What each template is filled with. */
export type MailValues = {
  invitation: WithLink
  passwordReset: WithLink
  loginReminder: Person
  secondFactorReset: Person
  /** Of who asked for it themselves. */
  passwordLink: WithLink
  /** For an account whose password a directory keeps. */
  passwordElsewhere: Person
  /** For an account that is entered by single sign-on alone. */
  passwordOfProvider: Person
  mailCode: Person & { readonly code: string }
  secondFactorLink: WithLink
  /** To who may approve. */
  secondFactorAsked: Person & { readonly asker: string }
  secondFactorDone: Person
  secondFactorKept: Person
  /** What lets the person in was changed, or a recovery code used. */
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
    /** After that it is of no use and leaves no more; milliseconds since the epoch. */
    readonly until?: number
  }
}[MailTemplate]
