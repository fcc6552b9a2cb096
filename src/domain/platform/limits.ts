/** Durations are in milliseconds. */
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Paging of lists: the offered sizes, the default, and the maximum of a request (400 above). */
export const paging = {
  sizes: [10, 25, 50, 100],
  defaultLimit: 25,
  maximum: 100,
  pagerNumbers: 5,
} as const

/** The maximum length of each field, in characters. */
export const fieldLimits = {
  name: 255,
  label: 255,
  personName: 100,
  categoryName: 60,
  login: 255,
  sam: 20,
  email: 254,
  address: 2048,
  description: 10_000,
  accountPassword: 128,
  masterKey: 256,
  otp: 2048,
  search: 255,
  notaMessage: 20_000,
  distinguishedName: 2_048,
} as const

/**
 * The lengths of an account password in code points. `remembered`: the number of former passwords that are
 * refused.
 */
export const accountPasswordLengths = {
  minimum: 12,
  minimumForAdministrators: 16,
  maximum: fieldLimits.accountPassword,
  remembered: 5,
} as const

/** A master key: code points, and bits by the ANSSI count. */
export const masterKeyLimits = { minimum: 15, maximum: fieldLimits.masterKey, minimumBits: 80 } as const

/**
 * Unlocks of guardian chests, in milliseconds where the name says so. `tries`: the wrong keys of a session,
 * the last of which ends it. A use is stored if it prolongs the unlock by `touchEveryMs`.
 */
export const unlockLimits = { idleMs: 15 * minute, touchEveryMs: minute, tries: 5 } as const

/** The password generator: the limits of its length, and the default. */
export const generatorLimits = { minimum: 8, maximum: 128, default: 20 } as const

/** The API's values of the generator's `specials` flag. */
export const generatorSpecials = { without: 1, with: 2 } as const

/** The largest import files in bytes, and the depth of their XML. */
export const importLimits = {
  csvBytes: 102_400,
  xmlBytes: 1_572_864,
  xmlDepth: 256,
} as const

/** The largest picture of a QR code that the browser reads, in bytes. */
export const pictureLimits = { bytes: 10_485_760 } as const

/** The debounce of each input (the throttle of the validator), in milliseconds. */
export const debounces = {
  bankSearch: 500,
  formValidator: 350,
  meters: 500,
  globalSearch: 300,
  treeSearch: 500,
  listFilter: 500,
  validatorThrottle: 300,
} as const

/**
 * The global search: the minimum length of a term in code points, and the maximum number of results. After
 * `timeLimitMs` it returns what it has found.
 */
export const searchLimits = { minimum: 2, elements: 100, chests: 100, timeLimitMs: 5 * second } as const

/** Screen durations in milliseconds, and distances in pixels. */
export const screenLimits = {
  toastMs: 5 * second,
  toastStepPx: 70,
  revealMs: 30 * second,
  clipboardMs: 45 * second,
  scrollToTopPx: 100,
  bankSearchFrom: 10,
  truncateAt: 50,
  favouriteChests: 5,
  favouriteItems: 5,
} as const

/**
 * Sessions, in milliseconds. `warningMs`: the countdown shown before the end. `touchEveryMs`: the minimum
 * time between two writes of the last activity.
 */
export const sessionLimits = {
  maximumMs: 12 * hour,
  inactivityMs: 15 * minute,
  warningMs: minute,
  touchEveryMs: 30 * second,
} as const

/** The lockout of an account: the failures before the first block, which doubles up to the longest one. */
export const lockoutLimits = { failures: 5, firstBlockMs: 15 * minute, longestBlockMs: day } as const

/** Returns the duration of an account's nth block (1 for the first), in milliseconds. */
export function blockDuration(nth: number): number {
  const doublings = Math.max(0, Math.floor(nth) - 1)
  // The exponent is capped so that the power stays finite.
  return Math.min(lockoutLimits.firstBlockMs * 2 ** Math.min(doublings, 30), lockoutLimits.longestBlockMs)
}

/**
 * Known browsers, in milliseconds where the name says so: for how long and how many of an account are known,
 * and the wrong attempts in a window before one counts as unknown. The account's own lockout is at least as
 * wide.
 */
export const deviceLimits = {
  knownMs: 180 * day,
  perAccount: 20,
  tries: lockoutLimits.failures,
  windowMs: lockoutLimits.firstBlockMs,
} as const

/** The steps of sign-in, in milliseconds where the name says so. */
export const signInLimits = {
  step1Ms: 5 * minute,
  tokenLength: 6,
  totpPeriodSeconds: 30,
  totpWindowSteps: 1,
  mailCodeMs: 10 * minute,
  mailCodeTries: 5,
  mailCodeResendMs: 30 * second,
  /** Codes by mail that an account may request in an hour without using one. */
  mailCodesPerHour: 10,
  resetLinkMs: 30 * minute,
  /** Reset links for one e-mail address: one a minute, and a number per hour. */
  resetAgainMs: minute,
  resetsPerHour: 5,
  /** How long the reset of a second factor waits for an administrator. */
  approvalMs: 72 * hour,
  /** Long enough for people who read their mail after the weekend. */
  invitationLinkMs: 72 * hour,
  /** The code that links an identity of single sign-on: valid as long as an invitation. */
  linkingCodeMs: 72 * hour,
} as const

/**
 * A user's own account: how long a re-authentication lasts, recovery codes, passkeys. In milliseconds where
 * the name says so.
 */
export const accountLimits = {
  proofMs: 5 * minute,
  recoveryCodes: 10,
  /** 20 letters of 5 bits are 100 bits: safe against brute force, even with the database. */
  recoveryCodeLetters: 20,
  passkeys: 20,
  passkeyName: 60,
  challengeMs: 5 * minute,
} as const

/**
 * One-time messages. `idLetters`, `keyLetters`: 128 and 256 bits in base64url. `messageBytes`: the longest
 * message in UTF-8. `tries`: wrong proofs, the last of which destroys the message. `waiting`: unread messages
 * of one user.
 */
export const notaLimits = {
  idLetters: 22,
  keyLetters: 43,
  messageBytes: fieldLimits.notaMessage * 3,
  tries: 5,
  waiting: 200,
} as const

/**
 * Retention: of a deleted chest until its crypto-erasure, of the recent trash, and of the versions of a
 * field.
 */
export const retentionLimits = {
  deletedChestMs: 30 * day,
  recentTrashMs: 30 * day,
  versionsPerField: 10,
} as const
