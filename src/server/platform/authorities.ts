import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Why a file with authorities is refused: it has no certificate that can be read, or one in DER. */
export type AuthoritiesFault = 'unreadable' | 'der'

const certificates =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

const isCertificate = (content: string | Buffer): boolean => {
  try {
    return new X509Certificate(content).raw.length > 0
  } catch {
    return false
  }
}

/**
 * Reads a file of certificates that a connection trusts. All of them must be readable PEM: Node reads a certificate in DER,
 * but TLS silently ignores it as an authority.
 */
export function readAuthorities(
  file: string,
): { readonly pem: string } | { readonly fault: AuthoritiesFault } {
  let bytes: Buffer
  try {
    bytes = readFileSync(resolve(file))
  } catch {
    return { fault: 'unreadable' }
  }
  const pem = bytes.toString('utf8')
  const found = pem.match(certificates) ?? []
  if (found.length > 0 && found.every(isCertificate)) return { pem }
  return { fault: found.length === 0 && isCertificate(bytes) ? 'der' : 'unreadable' }
}

/**
 * Makes this process trust the machine's authorities besides Node's own list, for every connection without authorities of
 * its own: SSL_CERT_FILE and SSL_CERT_DIR, else the places of the distribution (Node's documentation of
 * `--use-system-ca`). It takes some 50 ms and 8 MB.
 */
export function trustMachine(): void {
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
}
