import { fold } from './folding.ts'

/** What makes two logins, or two addresses, the same: `Hélène` and `helene` are one account. */
export const accountKeyOf = (loginOrEmail: string): string => fold(loginOrEmail.trim())

/** The texts of a user by which they are found and listed. */
export type UserTexts = {
  readonly login: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** What lists of users search and stand in the order of: last name, first name, login, e-mail, folded. */
export const userSearchKey = ({ login, email, firstName, lastName }: UserTexts): string =>
  [lastName, firstName, login, email].map(fold).join(' ')
