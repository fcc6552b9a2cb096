import { fold } from './folding.ts'

/** Returns the key by which logins and e-mail addresses are unique: `Hélène` and `helene` are one account. */
export const accountKeyOf = (loginOrEmail: string): string => fold(loginOrEmail.trim())

/** The texts by which a user is searched and listed. */
export type UserTexts = {
  readonly login: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** Returns the text by which users are searched and sorted: last name, first name, login, e-mail, folded. */
export const userSearchKey = ({ login, email, firstName, lastName }: UserTexts): string =>
  [lastName, firstName, login, email].map(fold).join(' ')
