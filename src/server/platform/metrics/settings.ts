import { isIP } from 'node:net'
import { metricsSettingTexts as texts } from '#texts/platform/server.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { GetSetting } from '#server/platform/settings-table.ts'

/** Where the metrics are exposed. Without an address they are on the main port, which needs a token. */
export type MetricsSettings = {
  readonly address: { readonly host: string; readonly port: number } | null
  readonly token: Secret<string> | null
}

type Refuse = (sentence: string) => never

/** Below it a token could be guessed. */
const shortestToken = 32

/** Reads where the metrics are exposed; null where they are not. */
export function readMetricsSettings(get: GetSetting, refuse: Refuse): MetricsSettings | null {
  const text = get('TROUSSEAU_METRICS_ADDRESS')
  const token = readToken(get, refuse)
  if (text === undefined) return token === null ? null : { address: null, token }
  return { address: readAddress(text) ?? refuse(texts.address(text)), token }
}

function readToken(get: GetSetting, refuse: Refuse): Secret<string> | null {
  const token = get('TROUSSEAU_METRICS_TOKEN')
  if (token === undefined) return null
  if (token.length < shortestToken || !/^[\x21-\x7e]+$/.test(token)) return refuse(texts.token(shortestToken))
  return new Secret(token)
}

/** Reads `127.0.0.1:9420` or `[::1]:9420`. */
function readAddress(text: string): MetricsSettings['address'] {
  const [, v6, other, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const [host, port] = [v6 ?? other ?? '', Number(digits)]
  const isHost = v6 === undefined ? host === 'localhost' || isIP(host) === 4 : isIP(v6) === 6
  return isHost && port >= 1 && port <= 65_535 ? { host, port } : null
}
