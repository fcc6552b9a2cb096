/** How a directory refused a bind. Nothing else of its reply is kept: the text may name people and servers. */
export type BindRefusal = {
  /** The result code (RFC 4511 §4.1.9). */
  readonly result: number
  /** The data code of Active Directory, in hexadecimal, lower case; null for none. */
  readonly data: string | null
}

/** invalidCredentials (RFC 4511 §4.1.9) */
export const invalidCredentials = 49

/** ERROR_LOGON_FAILURE and ERROR_NO_SUCH_USER: the usual refusals, which say no more than the result code. */
const plainData: ReadonlySet<string> = new Set(['52e', '525'])

/**
 * The diagnostic message of a refused bind, as Windows and Samba write it, in the error of the library (ldapts 9.2 appends
 * the result code). Windows ends its message with NUL.
 */
const diagnostic =
  /^[\da-f]{8}: LdapErr: DSID-[\da-f]{8}, comment: AcceptSecurityContext error, data ([\da-f]{1,8}), v[\da-f]{1,8}\0? Code: 0x31$/i

/**
 * Returns the data code in the message of an error; null for none. The whole message must have the form, so that no text of
 * another directory is taken for a code.
 */
export const dataCodeOf = (message: string): string | null =>
  diagnostic.exec(message)?.[1]?.toLowerCase() ?? null

/** Whether a refusal means no more than a wrong password. */
export const isPlain = ({ result, data }: BindRefusal): boolean =>
  result === invalidCredentials && (data === null || plainData.has(data))

/** A refusal as the log and `doctor` show it: `49`, `49/533`. */
export const refusalCode = ({ result, data }: BindRefusal): string =>
  data === null ? String(result) : `${result}/${data}`

/** Result codes (RFC 4511 §4.1.9) with which a directory refuses a bind, whatever the reason. */
const refusingCodes: ReadonlySet<number> = new Set([
  10, // referral: to another server, which is not followed
  19, // constraintViolation: too many tries (389 Directory Server)
  32, // noSuchObject
  34, // invalidDNSyntax
  48, // inappropriateAuthentication: the entry has no password
  49, // invalidCredentials
  50, // insufficientAccessRights
  53, // unwillingToPerform: the entry is disabled
])

/** Whether a directory refused who binds, and not the request. */
export const isRefusedAccount = ({ result }: BindRefusal): boolean => refusingCodes.has(result)
