import { connectionLabels, fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { addAddress, addField, type Draft } from './entry-draft.ts'

/** Returns a login with its domain, unless it names one. */
export const accountOf = (domain: string, login: string): string =>
  domain.trim() === '' || login === '' || /[\\@]/.test(login) ? login : `${domain}\\${login}`

const schemes: Readonly<Record<string, string>> = {
  RDP: 'rdp',
  SSH1: 'ssh',
  SSH2: 'ssh',
  TELNET: 'telnet',
  VNC: 'vnc',
  ARD: 'vnc',
  HTTP: 'http',
  HTTPS: 'https',
}

/** Adds the address of a connection; of a protocol without a scheme, host and port are fields. */
export function addHost(draft: Draft, protocol: string, host: string, port: string): void {
  const name = host.trim()
  if (name === '') return
  const kind = protocol.trim().toUpperCase()
  const scheme = Object.hasOwn(schemes, kind) ? schemes[kind] : undefined
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return addAddress(draft, name)
  if (scheme === undefined) {
    addField(draft, labels.host, 'text', name)
    addField(draft, labels.port, 'text', port === '0' ? '' : port)
    return addField(draft, connectionLabels.protocol, 'text', protocol)
  }
  // Hexadecimal digits and two colons at least: the second one is the first that follows, trying each is quadratic.
  const bracketed = /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/i.test(name) ? `[${name}]` : name
  const hasPort = /^[1-9]\d*$/.test(port) && !/:\d+$/.test(bracketed)
  addAddress(draft, `${scheme}://${bracketed}${hasPort ? `:${port}` : ''}`)
}
