/** Durations in milliseconds, so that every constant below says its unit by its factor. */
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Paging of lists: sizes offered, the default, and the most that a caller may ask for (400 above). */
export const paging = {
  sizes: [10, 25, 50, 100],
  defaultLimit: 25,
  maximum: 100,
  pagerNumbers: 5,
} as const

/** The longest value of each field, in characters. */
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
  password: 10_000,
  accountPassword: 128,
  masterKey: 256,
  otp: 2048,
  search: 255,
  notaMessage: 20_000,
  distinguishedName: 2_048,
} as const

/** The password of an account: code points; `remembered` is how many former ones are refused. */
export const accountPasswordLengths = {
  minimum: 12,
  minimumForAdministrators: 16,
  maximum: fieldLimits.accountPassword,
  remembered: 5,
} as const

/** A master key: code points, and bits by the ANSSI count. */
export const masterKeyLimits = { minimum: 15, maximum: fieldLimits.masterKey, minimumBits: 80 } as const

/**
 * Unlocks of guardian chests, in milliseconds where the name says so. `tries` is how many wrong keys a session may
 * give: the last of them ends it. A use is written down once it would prolong the unlock by `touchEveryMs`.
 */
export const unlockLimits = { idleMs: 15 * minute, touchEveryMs: minute, tries: 5 } as const

/** The password generator: bounds of its length and what the dialog starts with. */
export const generatorLimits = { minimum: 8, maximum: 128, default: 20 } as const

/** Wire values of the generator's `specials` flag. */
export const generatorSpecials = { without: 1, with: 2 } as const

/** Largest import files, in bytes, and what a file may hold. */
export const importLimits = {
  csvBytes: 102_400,
  xmlBytes: 1_572_864,
  xmlDepth: 256,
} as const

/** The picture of a QR code that the browser reads, in bytes. */
export const pictureLimits = { bytes: 10_485_760 } as const

/** How long the screens wait after the last keystroke (or between two checks), in milliseconds. */
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
 * The global search: code points from which it asks, how many folders and items it answers, and how many chests.
 * After `timeLimitMs` it answers what it has found by then.
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
 * Sessions, in milliseconds: `warningMs` is how long before the end the countdown shows, `touchEveryMs` how
 * often at most the last activity is written down.
 */
export const sessionLimits = {
  maximumMs: 12 * hour,
  inactivityMs: 15 * minute,
  warningMs: minute,
  touchEveryMs: 30 * second,
} as const

/** Lockout of an account: failures before the first block, which then doubles up to a longest one. */
export const lockoutLimits = { failures: 5, firstBlockMs: 15 * minute, longestBlockMs: day } as const

/** How long an account is blocked at its nth block (1 for the first), in milliseconds. */
export function blockDuration(nth: number): number {
  const doublings = Math.max(0, Math.floor(nth) - 1)
  // Beyond 30 doublings the power no longer matters, and an infinite one would not compare well.
  return Math.min(lockoutLimits.firstBlockMs * 2 ** Math.min(doublings, 30), lockoutLimits.longestBlockMs)
}

/**
 * Browsers that have signed in, in milliseconds where the name says so: how long one is known, how many of an account,
 * and its wrong tries in a window before it counts as a stranger. Never more than the account's own lockout allows.
 */
export const deviceLimits = {
  knownMs: 180 * day,
  perAccount: 20,
  tries: lockoutLimits.failures,
  windowMs: lockoutLimits.firstBlockMs,
} as const

/** The steps of signing in, in milliseconds where the name says so. */
export const signInLimits = {
  step1Ms: 5 * minute,
  tokenLength: 6,
  totpPeriodSeconds: 30,
  totpWindowSteps: 1,
  mailCodeMs: 10 * minute,
  mailCodeTries: 5,
  mailCodeResendMs: 30 * second,
  /** Codes by mail that an account may ask for in an hour without using one. */
  mailCodesPerHour: 10,
  resetLinkMs: 30 * minute,
  /** Links that are asked for under one address: one a minute, so many an hour. */
  resetAgainMs: minute,
  resetsPerHour: 5,
  /** How long the reset of a second factor waits for an administrator. */
  approvalMs: 72 * hour,
  /** A first password is set by people who read their mail after the week-end. */
  invitationLinkMs: 72 * hour,
  /** The code by which an identity of the single sign-on is linked: as long as an invitation. */
  linkingCodeMs: 72 * hour,
} as const

/** One's own account: how long a fresh proof serves, recovery codes, passkeys. In milliseconds where the name says so. */
export const accountLimits = {
  proofMs: 5 * minute,
  recoveryCodes: 10,
  /** 20 letters of 5 bits: too many to try, even with the database in hand. */
  recoveryCodeLetters: 20,
  passkeys: 20,
  passkeyName: 60,
  challengeMs: 5 * minute,
} as const

/**
 * One-time messages. `idLetters`, `keyLetters`: 128 and 256 bits in base64url; `messageBytes`: what the longest message
 * can take in UTF-8; `tries`: wrong proofs, the last of which destroys the message; `waiting`: messages of one person
 * that wait for their readers.
 */
export const notaLimits = {
  idLetters: 22,
  keyLetters: 43,
  messageBytes: fieldLimits.notaMessage * 3,
  tries: 5,
  waiting: 200,
} as const

/** What stays after a deletion: a deleted chest until its crypto-erasure, and where the trash box cuts. */
export const retentionLimits = {
  deletedChestMs: 30 * day,
  recentTrashMs: 30 * day,
  versionsPerField: 10,
} as const
