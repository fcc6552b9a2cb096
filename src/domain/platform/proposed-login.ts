import { fold } from './folding.ts'
import { fieldLimits } from './limits.ts'

export type Names = { readonly firstName: string; readonly lastName: string }

/** Returns a part of a login: lower case, without accents, words joined by hyphens. */
export const loginPart = (text: string): string =>
  fold(text)
    .replace(/'/g, '')
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')

/** Returns the login proposed for a person, such as `jean-marc.legoff`; an empty text without a name. */
export const proposedLogin = ({ firstName, lastName }: Names): string =>
  [loginPart(firstName), loginPart(lastName)].filter(Boolean).join('.').slice(0, fieldLimits.login)
