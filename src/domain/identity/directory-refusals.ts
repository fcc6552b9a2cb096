/**
 * The reasons for which Active Directory refuses a bind, by the data code of its reply: a Windows error in hexadecimal
 * (MS-ERREF §2.2). All but 775 are given after the right password only. A wrong password (52e) and an unknown person (525)
 * are no reasons of their own.
 */
export const directoryReasons = {
  /** ERROR_INVALID_LOGON_HOURS */
  '530': { isToChange: false },
  /** ERROR_INVALID_WORKSTATION */
  '531': { isToChange: false },
  /** ERROR_PASSWORD_EXPIRED */
  '532': { isToChange: true },
  /** ERROR_ACCOUNT_DISABLED */
  '533': { isToChange: false },
  /** ERROR_ACCOUNT_EXPIRED */
  '701': { isToChange: false },
  /** ERROR_PASSWORD_MUST_CHANGE */
  '773': { isToChange: true },
  /** ERROR_ACCOUNT_LOCKED_OUT: given for any password, so no caller may learn of it. */
  '775': { isToChange: false },
} as const satisfies Readonly<Record<string, { readonly isToChange: boolean }>>

export type DirectoryReason = keyof typeof directoryReasons

export const directoryReasonCodes = Object.keys(directoryReasons) as DirectoryReason[]

/** Returns the reason of a data code; null for any other code, and for none. */
export const directoryReasonOf = (data: string | null): DirectoryReason | null =>
  directoryReasonCodes.find((code) => code === data) ?? null
