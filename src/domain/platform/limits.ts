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

/** A TLS certificate with less time left is told. */
export const certificateLimits = { expiringMs: 14 * day } as const

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
  /** A password that is only compared: a directory may accept longer ones than ours. */
  givenPassword: 1_024,
  masterKey: 256,
  otp: 2048,
  search: 255,
  notaMessage: 20_000,
  distinguishedName: 2_048,
} as const

/** The most extra fields of an item, and the longest label. */
export const extraFieldLimits = { fields: 30, label: 100 } as const

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

/** Limits of files of other password managers, beyond the three sources. Sizes in bytes. */
export const managerImportLimits = {
  fileBytes: 16 * 1024 * 1024,
  /** A database of KeePass, with its attached files: reading one takes four times its size of memory. */
  databaseBytes: 32 * 1024 * 1024,
  /** A ZIP archive or a 1PUX file, with its attachments. */
  archiveBytes: 64 * 1024 * 1024,
  /** One unpacked file of an archive. */
  dataBytes: 32 * 1024 * 1024,
  /** How many times its own size an archive may unpack to. */
  zipRatio: 100,
  /** All attached files of one import, unpacked. */
  attachedBytes: 256 * 1024 * 1024,
  zipEntries: 20_000,
  jsonDepth: 64,
  /** Values of a JSON file, by its commas: a usual entry of the richest program has three hundred. */
  jsonValues: 2_000_000,
  /** Lists and objects of a JSON file. */
  jsonContainers: 1_000_000,
  /** Members of one list or object of a JSON file, and children of one XML element: twice what a file may have of entries. */
  members: 20_000,
  /** Attributes of one element: the richest program writes some two hundred and fifty. */
  xmlAttributes: 2_000,
  /** One row of a table, in characters. */
  rowLength: 2 * 1024 * 1024,
  /** Entries, and folders, of one file. */
  entries: 10_000,
  rows: 20_000,
  columns: 1_000,
  /** Quotes after a backslash in a table: each is a reason to read it in three ways. */
  backslashQuotes: 500_000,
  /** Cells of a table: ten thousand entries of the widest program have half as many. */
  cells: 3_000_000,
  /** The derivation of a file's key, whose cost the sender of the file chose. */
  kdf: {
    argonBytes: 256 * 1024 * 1024,
    /** Memory times passes. */
    argonWorkBytes: 4 * 1024 * 1024 * 1024,
    argonLanes: 64,
    aesRounds: 100_000_000,
    pbkdf2Rounds: 10_000_000,
  },
} as const

/** Exports: the shortest password of a file, the items of one file, and of an emergency sheet. */
export const exportLimits = {
  passwordLength: 12,
  longestPassword: 1024,
  items: 20_000,
  sheetItems: 100,
} as const

/** Copies and moves between chests: the elements of one call. */
export const copyLimits = { elements: 20_000 } as const

/**
 * Reading the journal. `page`: the entries of a page at most, `defaultPage` by default. `examined`: rows that one request
 * looks at, some tens of milliseconds. `probes`: values that are looked up by an index; with more, rows are examined.
 */
export const journalLimits = {
  page: 200,
  defaultPage: 50,
  examined: 4_000,
  probes: 400,
  /** The longest address, with a zone. */
  ip: 64,
} as const

/** What raises alerts, and how they are kept and told (docs/decisions/0087-alerts.md). */
export const alertLimits = {
  /** Consecutive minutes in which readings are counted together. */
  readingMinutes: 10,
  /** Many readings: so many times what is usual for a person, by the peaks of the last days. */
  timesUsual: 5,
  usualDays: 30,
  /** Days with readings before a person has anything usual. */
  fewestDays: 5,
  /** How long a network stays known after a sign-in from there. */
  knownNetworkMs: 90 * 24 * 3_600_000,
  /** Wrong master keys for a chest within a day, over all sessions. */
  wrongKeys: 10,
  wrongKeysMs: 24 * 3_600_000,
  /** What happens again within this time is the same alert. */
  sameMs: 3_600_000,
  /** A person gets one mail within this time; an alert older than a day is not mailed any more. */
  mailMs: 600_000,
  mailableMs: 24 * 3_600_000,
  /** Entries of the journal that an alert names. */
  rows: 100,
  keptMs: 365 * 24 * 3_600_000,
  page: 100,
  defaultPage: 20,
} as const

/** Wrong passwords of imported files, of one person. */
export const filePasswordLimits = { tries: 5, windowMs: 15 * 60_000 } as const

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
  /** Deleting more passwords than this asks for their number. */
  deletedWithoutTyping: 20,
  bankSearchFrom: 10,
  truncateAt: 50,
  favouriteChests: 5,
  favouriteItems: 5,
} as const

/**
 * Sessions, in milliseconds. `warningMs`: the countdown shown before the end by inactivity. `endWarningMs`: how long
 * before its last moment the end is announced, and `endQuestionsMs`: when the page asks whether to prolong it. `touchEveryMs`: the minimum time between two writes of the last activity.
 */
export const sessionLimits = {
  maximumMs: 12 * hour,
  inactivityMs: 15 * minute,
  warningMs: minute,
  endWarningMs: 10 * minute,
  endQuestionsMs: [5 * minute, minute],
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

/**
 * Attachments of items. `perItem`: visible ones of an item. `removedPerItem`: removed ones that can still be restored.
 * `uploadMs`: after this time, in milliseconds, an unfinished upload is discarded. `uploadsAtOnce`: of one user.
 */
export const attachmentLimits = {
  name: 255,
  perItem: 100,
  removedPerItem: retentionLimits.versionsPerField,
  removedMs: retentionLimits.recentTrashMs,
  uploadMs: 10 * 60_000,
  uploadsAtOnce: 4,
} as const
