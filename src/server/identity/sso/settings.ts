import { clientAuthMethods, type ClientAuthMethod } from './client-auth.ts'
import { configTexts } from '#texts/platform/server.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { GetSetting } from '#server/platform/settings-table.ts'

/** The OpenID provider with which users may sign in. */
export type SsoSettings = {
  /** Compared exactly with the issuer that the provider states. */
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Secret<string>
  /** How the secret is given to the provider; null for what its metadata lists. */
  readonly clientAuth: ClientAuthMethod | null
  /** The `tid` that an identity must have (Entra ID); null where the issuer alone defines the tenant. */
  readonly tenant: string | null
  /** Whether the provider's second factor suffices; otherwise the local one follows. */
  readonly trustsMfa: boolean
  /** Whether the provider is asked to offer the choice of an account (`prompt=select_account`). */
  readonly asksAccount: boolean
  /** The label of the button. */
  readonly label: string
}

type Refuse = (sentence: string) => never

const others = [
  'SSO_CLIENT_ID',
  // The file first: it is also what the secret is read from.
  'SSO_CLIENT_SECRET_FILE',
  'SSO_CLIENT_SECRET',
  'SSO_CLIENT_AUTH',
  'SSO_TENANT',
  'SSO_MFA',
  'SSO_PROMPT',
  'SSO_LABEL',
] as const

const longestLabel = 60

/** Reads the settings of single sign-on; null when there is none. */
export function readSsoSettings(get: GetSetting, refuse: Refuse): SsoSettings | null {
  const text = get('SSO_ISSUER')
  if (text === undefined) {
    const alone = others.find((name) => get(name) !== undefined)
    return alone === undefined ? null : refuse(configTexts.ssoAlone(alone))
  }
  const issuer = readIssuer(text) ?? refuse(configTexts.ssoIssuer(text))
  const mfa = get('SSO_MFA') ?? 'require'
  if (mfa !== 'require' && mfa !== 'accept') refuse(configTexts.ssoMfa(mfa))
  const prompt = get('SSO_PROMPT') ?? 'select_account'
  if (prompt !== 'select_account' && prompt !== 'none') refuse(configTexts.ssoPrompt(prompt))
  const auth = get('SSO_CLIENT_AUTH')
  const clientAuth = clientAuthMethods.find((method) => method === auth) ?? null
  if (auth !== undefined && clientAuth === null) refuse(configTexts.ssoClientAuth(auth))
  const label = get('SSO_LABEL') ?? issuer.hostname
  if (label.length > longestLabel || /\p{Cc}/u.test(label)) refuse(configTexts.ssoLabel(longestLabel))
  return {
    issuer,
    clientId: get('SSO_CLIENT_ID') ?? refuse(configTexts.ssoMissing('SSO_CLIENT_ID')),
    clientSecret: new Secret(get('SSO_CLIENT_SECRET')?.trim() ?? refuse(configTexts.ssoSecret)),
    clientAuth,
    tenant: get('SSO_TENANT') ?? null,
    trustsMfa: mfa === 'accept',
    asksAccount: prompt === 'select_account',
    label,
  }
}

/** Whether an address is on the loopback interface, where no network is involved. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

function readIssuer(text: string): URL | null {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.search || url.hash) return null
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? url : null
}
