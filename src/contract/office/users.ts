import { Type } from '#contract/platform/schema.ts'
import { absenceReasons } from '#domain/identity/directory-absences.ts'
import { directoryReasonCodes } from '#domain/identity/directory-refusals.ts'
import { fieldLimits, importLimits } from '#domain/platform/limits.ts'
import { roleNames, userStates, userTypes } from '#domain/platform/roles.ts'
import { AccountSession, SessionId } from '#contract/platform/live-session.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Body,
  Id,
  IdParams,
  Labelled,
  Message,
  Moment,
  Named,
  Nullable,
  Person,
  Text,
} from '#contract/platform/fields.ts'
import { listFragment, listQuery } from '#contract/platform/lists.ts'

const Login = Text(fieldLimits.login, 1)
const Email = Text(fieldLimits.email, 1)
const PersonName = Text(fieldLimits.personName)
/** Forms send an empty text for none. */
const AdId = Nullable(Type.Union([Id, Type.Literal('')]))
const AdSamAccount = Nullable(Text(fieldLimits.sam))
/** What a new user is attached to, each managed by the caller; may be empty. */
const Places = Type.Array(Id, { maxItems: 100, uniqueItems: true })
const StateId = Type.Union([Type.Literal(userStates.active), Type.Literal(userStates.inactive)])

export const UserReply = Type.Object({
  id: Id,
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  role: Type.Enum(roleNames),
  /** The role again, in a list of one: clients read its first entry. */
  roles: Type.Array(Type.Enum(roleNames)),
  type: Type.Enum(userTypes),
  state: Type.Object({ id: StateId, state: Type.String() }),
  ad: Nullable(Type.Object({ id: Id, ad: Type.String() })),
  sam_account: Nullable(Type.String()),
  last_bank_id: Nullable(Id),
  last_chest_id: Nullable(Id),
  /** The last completed sign-in; null for none. */
  lastSignIn: Nullable(Moment),
  readFeatures: Type.Boolean(),
  qrScanned: Type.Boolean(),
  /** Blocked after failed sign-ins, until `blockedUntil`. */
  blocked: Type.Boolean(),
  blockedUntil: Nullable(Moment),
  /** The latest invitation or reset link, if its mail has not been sent. */
  unsentMail: Nullable(
    Type.Object({
      isInvitation: Type.Boolean(),
      /** Whether it will be retried. */
      isWaiting: Type.Boolean(),
      /** The French reason; null before the first attempt. */
      reason: Nullable(Type.String()),
    }),
  ),
  /** Why the directory last refused the user, until they sign in again; null for who does not manage them. */
  directoryRefusal: Nullable(Type.Object({ code: Type.Enum(directoryReasonCodes), at: Moment })),
  createAt: Moment,
  /** The banks that the user is attached to. */
  banks: Type.Array(Labelled),
  /** Further ones outside the caller's scope: counted, not named. */
  hiddenBanks: Type.Integer({ minimum: 0 }),
  teams: Type.Array(Named),
  /** Whether the caller may manage the user, or only see them. */
  manageable: Type.Boolean(),
})

/** The orders of the list. Banks and teams: by the numbers that a row shows. */
export const userOrders = ['name', 'login', 'email', 'role', 'state', 'lastSignIn', 'banks', 'teams'] as const

/** The filter by state; `blocked` is until an hour that passes by itself. */
export const userStateFilters = ['active', 'inactive', 'blocked'] as const

/** The filter by the last sign-in. `over`: none for longer than that, but at least one; see also `never`. */
export const lastSignInFilters = ['within30Days', 'over30Days', 'over90Days', 'never'] as const

/** The changes of an administrator to a user. The oddities are the specification's own. */
const UserUpdate = Type.Object(
  {
    email: Type.Optional(Email),
    login: Type.Optional(Login),
    role: Type.Optional(Type.Enum(roleNames)),
    stateId: Type.Optional(StateId),
    type: Type.Optional(Type.Enum(userTypes)),
    adId: Type.Optional(AdId),
    adSamAccount: Type.Optional(AdSamAccount),
    lastName: Type.Optional(PersonName),
    firstName: Type.Optional(PersonName),
    /** For the caller's own account only. */
    readFeatures: Type.Optional(Type.Literal(true)),
    resetPassword: Type.Optional(Type.Literal(true)),
    /** Both together reset the second factor. */
    googleAuthenticatorSecret: Type.Optional(Type.Null()),
    qrScanned: Type.Optional(Type.Literal(false)),
    /** Sets blocked to false. */
    unBlock: Type.Optional(Type.Literal(false)),
    sendLogin: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/',
    summary:
      'A page of the users in scope, by last name, first name and login unless `orderBy` names another order.',
    access: { permission: 'openBackOffice' },
    query: Body({
      ...listQuery,
      orderBy: Type.Optional(Type.Enum(userOrders)),
      role: Type.Optional(Type.Enum(roleNames)),
      state: Type.Optional(Type.Enum(userStateFilters)),
      /** Only members of this team. */
      teamId: Type.Optional(Id),
      lastSignIn: Type.Optional(Type.Enum(lastSignInFilters)),
    }),
    reply: Type.Array(UserReply),
    paged: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/:id',
    summary: 'One user.',
    access: { sees: 'user', by: 'params.id' },
    params: IdParams,
    reply: UserReply,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/user/',
    summary:
      'Creates a user, attached to the given banks and teams (without `banks`, to the current bank if there is one), and mails a link to set the password.',
    access: { permission: 'openBackOffice' },
    status: 201,
    creates: true,
    body: Body({
      login: Login,
      role: Type.Enum(roleNames),
      email: Email,
      type: Type.Optional(Type.Enum(userTypes)),
      adId: Type.Optional(AdId),
      adSamAccount: Type.Optional(AdSamAccount),
      lastName: Type.Optional(PersonName),
      firstName: Type.Optional(PersonName),
      banks: Type.Optional(Places),
      teams: Type.Optional(Places),
    }),
    reply: UserReply,
    refusals: [
      'REACH_USER_LIMIT_IN_BANK',
      'BANK_NOT_FOUND',
      'TEAM_NOT_FOUND',
      'USER_LOGIN_IS_ALREADY_USED',
      'USER_MAIL_IS_ALREADY_USED',
      'MAIL_WAS_NOT_SEND',
      'SCOPE_EXCEEDED',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'DIRECTORY_UNKNOWN',
    ],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/user/:id',
    summary: 'Changes a user, or performs one of the actions that the fields name.',
    access: { manages: 'user', by: 'params.id', orSelf: true },
    params: IdParams,
    body: Body({ update: UserUpdate }),
    reply: UserReply,
    refusals: [
      'REACH_USER_LIMIT_IN_BANK',
      'USER_LOGIN_IS_ALREADY_USED',
      'USER_MAIL_IS_ALREADY_USED',
      'MAIL_WAS_NOT_SEND',
      'VALUE_REQUIRED',
      'PATTERN_MISMATCH',
      'DIRECTORY_UNKNOWN',
    ],
  }),
  factorResets: endpoint({
    method: 'GET',
    path: '/api/user/second_factor_reset',
    summary:
      'Administrators in scope who requested a reset of their second factor by a mailed link, and wait for approval.',
    access: { permission: 'openBackOffice' },
    reply: Type.Array(
      Type.Object({
        user: Type.Object({ ...Person.properties }),
        askedAt: Moment,
        /** The end of the time for approval. */
        expiresAt: Moment,
        /** Whether the caller may decide. */
        manageable: Type.Boolean(),
      }),
    ),
  }),
  decideFactorReset: endpoint({
    method: 'POST',
    path: '/api/user/:id/second_factor_reset',
    summary: "Approves or refuses the reset of a user's second factor; no user decides on their own.",
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    body: Body({ decision: Type.Enum(['approve', 'refuse']) }),
    reply: Message,
    refusals: ['REQUEST_OVER'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/user/:id',
    summary: 'Deletes a user; the login and the e-mail may be used again.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    reply: Message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/:id/session',
    summary: 'The active sessions of a user, the most recently used first.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    reply: Type.Array(AccountSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/:id/session/:sessionId',
    summary: 'Ends one of the sessions of a user, immediately on every node.',
    access: { manages: 'user', by: 'params.id' },
    params: Body({ id: Id, sessionId: SessionId }),
    reply: Message,
    refusals: ['SESSION_NOT_FOUND'],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/:id/session',
    summary: 'Ends all sessions and pending sign-ins of a user, immediately on every node.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    reply: Type.Object({ message: Type.String(), ended: Type.Integer({ minimum: 0 }) }),
  }),
  changeBank: endpoint({
    method: 'PATCH',
    path: '/api/user/last_bank_id/:bankId',
    summary: "The caller's current bank; 0 for all banks.",
    access: 'signed-in',
    params: Body({ bankId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) }),
    reply: Type.Object({ currentBank: Nullable(Labelled) }),
    refusals: ['BANK_NOT_FOUND', 'BANK_INACTIVE', 'ROLE_REQUIRED'],
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/user/resolve',
    summary: 'Finds users by pasted logins or e-mails; lists unknown and out-of-scope entries.',
    access: { permission: 'openBackOffice' },
    body: Body({ entries: Type.Array(Text(fieldLimits.login, 1), { minItems: 1, maxItems: 1000 }) }),
    reply: Type.Object({
      users: Type.Array(
        Type.Object({
          ...Person.properties,
          /** The pasted entries that name this person. */
          entries: Type.Array(Type.String()),
        }),
      ),
      unknown: Type.Array(Type.String()),
    }),
  }),
  importCsv: endpoint({
    method: 'POST',
    path: '/api/user/import',
    summary:
      'Creates users from a CSV file (login, email, firstName, lastName, role, bank, teams; for people of the directory also directory and sam), all or none; with `dryRun` none. Several banks or teams are separated by `|`.',
    access: { permission: 'openBackOffice' },
    creates: true,
    multipart: { file: { field: 'file', maxBytes: importLimits.csvBytes } },
    body: Body({ dryRun: Type.Boolean() }),
    reply: Type.Object({
      /** The rows that create a user, as read. */
      users: Type.Array(
        Type.Object({
          line: Type.Integer(),
          login: Type.String(),
          email: Type.String(),
          firstName: Type.String(),
          lastName: Type.String(),
          role: Type.Enum(roleNames),
          bank: Type.String(),
          teams: Type.Array(Type.String()),
          /** The directory that keeps the password; null for none. */
          directory: Nullable(Type.String()),
        }),
      ),
      /** Rows of people of the directory who have an account: they create none. `name`: theirs in the directory. */
      linked: Type.Array(Type.Object({ line: Type.Integer(), name: Type.String() })),
      /** Rows of people whom the directory does not have, or has disabled: they create none. */
      absent: Type.Array(
        Type.Object({ line: Type.Integer(), name: Type.String(), reason: Type.Enum(absenceReasons) }),
      ),
      /** Errors by line; the header is line 1. */
      fails: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
      created: Type.Integer({ minimum: 0 }),
    }),
    refusals: [
      'TOO_LARGE',
      'UNSUPPORTED_FORMAT',
      'IMPORT_REFUSED',
      'DIRECTORY_AWAY',
      'DIRECTORY_PERSON_LINKED',
      'SERVER_BUSY',
      'REACH_USER_LIMIT_IN_BANK',
      'USER_LOGIN_IS_ALREADY_USED',
      'USER_MAIL_IS_ALREADY_USED',
    ],
  }),
  directories: endpoint({
    method: 'GET',
    path: '/api/ad/',
    summary: 'The configured directories.',
    access: { permission: 'openBackOffice' },
    reply: Type.Array(Type.Object({ id: Id, ad: Type.String() })),
  }),
}

export const userFragment = listFragment('user')
