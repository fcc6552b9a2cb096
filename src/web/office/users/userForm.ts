import { roleNames, roles, userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { userTexts } from '#texts/office/users.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { ApiError, isCode } from '#web/platform/api/errors.ts'
import { all, follows, required } from '#web/platform/shell/checks.ts'
import type { User } from './queries.ts'

const texts = userTexts.dialog

/** The id of the choice without a directory: selects need an id. */
export const noDirectory = 0

/** The values of the user form. */
export type UserValues = {
  login: string
  email: string
  firstName: string
  lastName: string
  role: Role
  type: UserType
  stateId: 1 | 2
  directoryId: number
  sam: string
}

export const emptyUser: UserValues = {
  login: '',
  email: '',
  firstName: '',
  lastName: '',
  role: 'ROLE_INTERVENANT',
  type: 'STANDARD',
  stateId: userStates.active,
  directoryId: noDirectory,
  sam: '',
}

export const valuesOf = (user: User): UserValues => ({
  login: user.login,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.roles[0] ?? user.role,
  type: user.type,
  stateId: user.state.id,
  directoryId: user.ad?.id ?? noDirectory,
  sam: user.sam_account ?? '',
})

export const userChecks = {
  login: all(required, follows('REGEX_LOGIN', texts.loginFormat)),
  email: all(required, follows('REGEX_EMAIL', texts.emailFormat)),
  firstName: follows('REGEX_FIRST_NAME', texts.nameFormat),
  lastName: follows('REGEX_LAST_NAME', texts.nameFormat),
  sam: follows('REGEX_SAM', texts.samFormat),
}

/** Returns the body of the calls. Only an update sends the state. */
export const bodyOf = ({ directoryId, sam, stateId: _state, ...values }: UserValues) => ({
  ...values,
  adId: directoryId === noDirectory ? null : directoryId,
  adSamAccount: sam === '' ? null : sam,
})

/** Returns the roles that a user with this role may give: none above it. */
export const rolesBelow = (own: Role): { id: Role; label: string }[] =>
  roleNames
    .filter((role) => roles[role].rank <= roles[own].rank)
    .map((role) => ({ id: role, label: shellTexts.roles[role] }))

/** Refusals whose own sentence is the toast, each with the field to correct. */
const told = {
  REACH_USER_LIMIT_IN_BANK: null,
  USER_LOGIN_IS_ALREADY_USED: 'login',
  USER_MAIL_IS_ALREADY_USED: 'email',
  MAIL_WAS_NOT_SEND: null,
} as const

const isTold = (code: string): code is keyof typeof told => code in told

/** Returns the toast for a refusal, whether the toast says everything, and the field to correct. */
export function refusalOf(
  error: unknown,
  fallback: string,
): { toast: string; isTold: boolean; field: keyof UserValues | null } {
  if (error instanceof ApiError && isTold(error.code))
    return { toast: error.message, isTold: true, field: told[error.code] }
  return { toast: fallback, isTold: false, field: isCode(error, 'PATTERN_MISMATCH') ? fieldOf(error) : null }
}

/** The form's field for each field name of the API. */
const wireFields: Record<string, keyof UserValues> = {
  login: 'login',
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  adSamAccount: 'sam',
}

const fieldOf = ({ details }: ApiError): keyof UserValues | null =>
  typeof details === 'object' && details !== null && 'field' in details
    ? (wireFields[String(details.field).replace(/^.*[./]/, '')] ?? null)
    : null
