/** Codes of Node and OpenSSL: ECONNREFUSED, CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID. */
const codePattern = /^[A-Z][A-Z0-9_]{1,59}$/
/** Codes of the operating system, the name service and Node's own faults; EPROTO is one of TLS. */
const networkPattern = /^(?!EPROTO$)(?:E[A-Z0-9]+|EAI_[A-Z]+|ERR_(?!TLS_|SSL_|OSSL_)\w+)$/

/** Returns the code of a network or TLS error; null for any other value. A code quotes nothing that a person typed. */
export function connectionCodeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && codePattern.test(code) ? code : null
}

/** Whether a code is one of TLS and not of the network. */
export const isTlsCode = (code: string): boolean => !networkPattern.test(code)
