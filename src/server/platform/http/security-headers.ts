/** Returns the headers of every reply; the policy refuses everything by default (docs/security.md, Requests). */
export function securityHeaders(https: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
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
