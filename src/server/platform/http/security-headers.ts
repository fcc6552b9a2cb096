/**
 * Returns the content policy, which refuses everything by default (docs/security.md, Requests).
 * @param showsFiles for the application: previews of attachments, from blobs that the page itself made
 */
export function contentPolicy(showsFiles = false): string {
  const blobs = showsFiles ? ' blob:' : ''
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:${blobs}; font-src 'self'; ` +
    `connect-src 'self'; ${showsFiles ? 'frame-src blob:; ' : ''}form-action 'self'; frame-ancestors 'none'; ` +
    "base-uri 'none'"
  )
}

/** Returns the headers of every reply. */
export function securityHeaders(https: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentPolicy(),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  }
  if (https) headers['strict-transport-security'] = 'max-age=63072000; includeSubDomains'
  return headers
}
