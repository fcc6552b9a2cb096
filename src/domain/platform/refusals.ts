/**
 * Every reason for which the server refuses a request, and its HTTP status. 401 no valid session, 403 CSRF or
 * role gate, 404 absent or invisible (indistinguishable), 409 refused by the current state, 422 an invalid
 * value, 423 guardian chest locked.
 */
export const refusals = {
  INVALID_REQUEST: 400,
  SESSION_EXPIRED: 401,
  SIGN_IN_FAILED: 401,
  STEP_OVER: 401,
  ACCOUNT_BLOCKED: 401,
  PASSWORD_EXPIRED: 401,
  CSRF: 403,
  ROLE_REQUIRED: 403,
  NOT_FOUND: 404,
  CHEST_NOT_FOUND: 404,
  FOLDER_NOT_FOUND: 404,
  ITEM_NOT_FOUND: 404,
  TRASH_ENTRY_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  FIELD_NOT_FOUND: 404,
  ATTACHMENT_NOT_FOUND: 404,
  BANK_NOT_FOUND: 404,
  TEAM_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  LINK_NOT_FOUND: 404,
  FAVOURITE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  PASSKEY_NOT_FOUND: 404,
  NOTA_NOT_FOUND: 404,
  IMPORT_NOT_FOUND: 404,
  ALERT_NOT_FOUND: 404,
  RIGHT_REQUIRED: 409,
  ALERT_OWN: 409,
  EDIT_CONFLICT: 409,
  IMPORT_PLAN_STALE: 409,
  IMPORT_NOT_UNDOABLE: 409,
  FOLDER_CYCLE: 409,
  FOLDER_TOO_DEEP: 409,
  ALREADY_THERE: 409,
  SCOPE_EXCEEDED: 409,
  NOT_IN_BANK: 409,
  CHEST_NOT_GUARDED: 409,
  RENEWAL_UNDER_WAY: 409,
  BANK_NOT_EMPTY: 409,
  BANK_INACTIVE: 409,
  NO_RIGHT_TICKED: 409,
  REACH_USER_LIMIT_IN_BANK: 409,
  CATEGORY_NAME_USED: 409,
  USER_LOGIN_IS_ALREADY_USED: 409,
  USER_MAIL_IS_ALREADY_USED: 409,
  USER_PASSWORD_ALREADY_IN_HISTORY: 409,
  MAIL_WAS_NOT_SEND: 409,
  SECOND_FACTOR_REFUSED: 409,
  REQUEST_OVER: 409,
  KEPT_BY_DIRECTORY: 409,
  DIRECTORY_PERSON_LINKED: 409,
  DIRECTORY_PASSWORD_EXPIRED: 409,
  DIRECTORY_LINK_UNCHANGED: 409,
  DIRECTORY_ENTRY_CHANGED: 409,
  DIRECTORY_ENTRY_TAKEN: 409,
  PROOF_REQUIRED: 409,
  SIGN_IN_REQUIRED: 409,
  PASSKEYS_NOT_OFFERED: 409,
  PASSKEY_KNOWN: 409,
  TOO_MANY_PASSKEYS: 409,
  TOO_MANY_NOTAS: 409,
  TOO_MANY_FIELDS: 409,
  TOO_MANY_ATTACHMENTS: 409,
  ATTACHMENT_QUOTA: 409,
  CLEAR_EXPORT_FORBIDDEN: 409,
  SSO_ALREADY_LINKED: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_FORMAT: 415,
  PASSWORD_TOO_WEAK: 422,
  FILE_PASSWORD_WRONG: 422,
  FILE_PASSWORD_NEEDED: 422,
  MASTER_KEY_WEAK: 422,
  MASTER_KEY_WRONG: 422,
  PASSPHRASE_WRONG: 422,
  SETUP_TOKEN_WRONG: 422,
  VALUE_REQUIRED: 422,
  READ_RIGHT_REQUIRED: 422,
  ADDRESS_REFUSED: 422,
  OTP_SECRET_INVALID: 422,
  OTP_MISSING: 409,
  CATEGORY_UNKNOWN: 422,
  IMPORT_REFUSED: 422,
  DIRECTORY_UNKNOWN: 422,
  DIRECTORY_GROUP_UNKNOWN: 422,
  PATTERN_MISMATCH: 422,
  TEMPLATE_INVALID: 422,
  RESET_LINK_WRONG: 422,
  PROOF_WRONG: 422,
  CODE_OUTLIVED: 422,
  PASSKEY_WRONG: 422,
  CODE_WRONG: 422,
  SSO_CODE_WRONG: 422,
  CONFIRMATION_DIFFERS: 422,
  NOTA_KEY_WRONG: 422,
  CHEST_LOCKED: 423,
  TOO_MANY_TRIES: 429,
  PROOF_BLOCKED: 429,
  SERVER_BUSY: 429,
  INTERNAL: 500,
  DISK_FULL: 503,
  DATABASE_UNWRITABLE: 503,
  DATABASE_AWAY: 503,
  KEYS_OUTDATED: 503,
  NODE_UNRECORDED: 503,
  DIRECTORY_AWAY: 503,
  SSO_MISSET: 503,
  SSO_UNAVAILABLE: 503,
  SEALED: 503,
  STOPPING: 503,
} as const

export type RefusalCode = keyof typeof refusals

/** The body of every error reply. `details` names fields or has data that the screen needs. */
export type RefusalBody = {
  code: RefusalCode
  message: string
  details?: unknown
  requestId?: string
  /** Where the browser continues: the page that sets a password, when step 1 requires a new one. */
  redirect?: string
}

/**
 * A deliberate refusal: thrown anywhere, mapped once to its status and its French sentence. Any other thrown
 * value is a bug and is answered with 500, without detail.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  /** A sentence of `texts/` with more detail than the code's own; null for the code's. */
  readonly sentence: string | null
  readonly redirect: string | undefined

  constructor(
    code: RefusalCode,
    options: { details?: unknown; retryAfterSeconds?: number; sentence?: string; redirect?: string } = {},
  ) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.sentence = options.sentence ?? null
    this.redirect = options.redirect
  }
}
