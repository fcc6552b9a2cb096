import { describe, expect, it } from 'vitest'
import { addressDanger, clickableHref, isRefusedAddress, type DangerLevel } from './address-danger.ts'
import { matchesPattern } from './patterns.ts'

const levels: Record<DangerLevel, [address: string, reason: string | null][]> = {
  0: [
    ['', null],
    [' \t\n', null],
  ],
  1: [
    ['https://exemple.fr', null],
    ['https://www.impots.gouv.fr/connexion?a=1#b', null],
    ['HTTPS://Exemple.FR:443/', null],
    ['https://café.fr', null],
    ['https://github.com./', null],
    ['https:/exemple.fr', null],
    ['https:\\\\exemple.fr', null],
    ['https://exemple.fr/x@y', null],
    ['https://exemple.fr/x\\@y', null],
    ['https://mon_site.exemple.fr', null],
    [`https://${'a'.repeat(63)}.fr`, null],
  ],
  2: [
    ['https://exemple.fr:8443/', 'OTHER_PORT'],
    ['https://intranet/', 'INTRANET'],
    ['https://glpi.societe.lan', 'INTRANET'],
    ['https://box.home.arpa', 'INTRANET'],
    ['https://localhost', 'INTRANET'],
    ['ssh://serveur.exemple.fr', 'REMOTE_ACCESS'],
    ['sftp://exemple.fr:2222/depot', 'REMOTE_ACCESS'],
    ['rdp://srv-ad.societe.local', 'REMOTE_ACCESS'],
    ['exemple.fr', 'BARE_HOST'],
    ['intranet.exemple.fr/page', 'BARE_HOST'],
    ['serveur:8443', 'OTHER_PORT'],
    ['c:8443', 'OTHER_PORT'],
    ['//exemple.fr', 'BARE_HOST'],
  ],
  3: [
    ['https://192.168.1.1', 'PRIVATE_IP'],
    ['https://10.0.0.5:8443', 'PRIVATE_IP'],
    ['https://172.31.255.255', 'PRIVATE_IP'],
    ['https://127.0.0.1', 'PRIVATE_IP'],
    ['https://0x7f.1', 'PRIVATE_IP'],
    ['https://[::1]/', 'PRIVATE_IP'],
    ['https://[fd00::12]/', 'PRIVATE_IP'],
    ['https://[::ffff:10.1.2.3]/', 'PRIVATE_IP'],
    ['http://192.168.1.1', 'PRIVATE_IP'],
    ['192.168.1.1', 'PRIVATE_IP'],
    ['http://intranet', 'HTTP_INTRANET'],
    ['http://imprimante.local:631', 'HTTP_INTRANET'],
    ['https://bit.ly/abc', 'SHORTENER'],
    ['https://www.tinyurl.com/abc', 'SHORTENER'],
    ['https://exemple.fr/?token=abc', 'SECRET_IN_QUERY'],
    ['https://exemple.fr/?a=1&PASSWORD=abc', 'SECRET_IN_QUERY'],
    ['https://exemple.fr/#access_token=abc', 'SECRET_IN_QUERY'],
    ['ldap://annuaire.exemple.fr', 'OTHER_PROTOCOL'],
    ['mailto:support@exemple.fr', 'OTHER_PROTOCOL'],
    ['ms-msdt:/id', 'OTHER_PROTOCOL'],
    ['vscode:/x', 'OTHER_PROTOCOL'],
  ],
  4: [
    ['http://exemple.fr', 'HTTP_PUBLIC'],
    ['http://exemple.fr/?token=abc', 'HTTP_PUBLIC'],
    ['ftp://exemple.fr', 'CLEAR_PROTOCOL'],
    ['telnet://10.0.0.1', 'CLEAR_PROTOCOL'],
    ['https://8.8.8.8', 'PUBLIC_IP'],
    ['http://172.32.0.1', 'PUBLIC_IP'],
    ['https://[2001:4860:4860::8888]', 'PUBLIC_IP'],
    ['ssh://8.8.8.8', 'PUBLIC_IP'],
    ['https://134744072', 'PUBLIC_IP'],
    ['https://xn--caf-dma.fr', 'PUNYCODE'],
    ['https://россия.рф', 'PUNYCODE'],
    ['https://аррӏе.com', 'PUNYCODE'],
  ],
  5: [
    ['https://jean:secret@exemple.fr', 'USER_INFO'],
    ['https://exemple.fr@pirate.fr', 'USER_INFO'],
    ['ssh://root@serveur', 'USER_INFO'],
    ['admin@serveur', 'USER_INFO'],
    ['https://@exemple.fr', 'USER_INFO'],
    ['https://pаypal.com', 'MIXED_SCRIPT'],
    ['https://xn--pypal-4ve.com', 'MIXED_SCRIPT'],
    ['https://xn--99999999.com', 'MIXED_SCRIPT'],
    ['demander à Paul', 'UNREADABLE'],
    ['https://', 'UNREADABLE'],
    ['ssh://serveur\\@pirate.fr', 'UNREADABLE'],
    ['http:\\\\a@b', 'USER_INFO'],
    ['ssh://-oProxyCommand=calc/', 'UNREADABLE'],
    ['\\\\serveur\\partage', 'UNREADABLE'],
    ['C:\\temp\\x', 'UNREADABLE'],
    ['C:/temp/x', 'UNREADABLE'],
    ['C:', 'UNREADABLE'],
    ['DOMAINE\\camille', 'UNREADABLE'],
    ['https://exemple.fr\\@pirate.fr', 'UNREADABLE'],
    ['https://exemple.fr\\.pirate.fr/', 'UNREADABLE'],
    ['exemple.fr\\@pirate.fr', 'UNREADABLE'],
    ['https://a..fr', 'UNREADABLE'],
    ['https://exemple.fr..', 'UNREADABLE'],
    ['a..fr', 'UNREADABLE'],
    ['ssh://a..fr', 'UNREADABLE'],
    ['https://-exemple.fr', 'UNREADABLE'],
    ['https://www.-exemple.fr', 'UNREADABLE'],
    ['https://exemple-.fr', 'UNREADABLE'],
    ['https://exem*ple.fr', 'UNREADABLE'],
    [`https://${'a'.repeat(64)}.fr`, 'UNREADABLE'],
    [`https://${'abc.'.repeat(64)}fr`, 'UNREADABLE'],
    ['https://exemple.fr:99999', 'UNREADABLE'],
    ['javascript:alert(1)', 'REFUSED_SCHEME'],
  ],
}

describe('address danger', () => {
  it.each([0, 1, 2, 3, 4, 5] as const)(
    'gives level %i by its table, the highest that applies [DANG-01] [DANG-02] [DANG-03] [DANG-04] [DANG-05] [DANG-06]',
    (level) => {
      for (const [address, reason] of levels[level]) {
        const danger = addressDanger(address)
        expect([address, danger.level]).toEqual([address, level])
        expect([address, danger.reasons[0] ?? null]).toEqual([address, reason])
      }
    },
  )

  it('returns all reasons that apply, worst first', () => {
    expect(addressDanger('http://root@192.168.1.1:8080/?password=x').reasons).toEqual([
      'USER_INFO',
      'PRIVATE_IP',
      'SECRET_IN_QUERY',
      'OTHER_PORT',
    ])
  })

  it('refuses schemes that run code, in any disguise, and never makes them clickable [DANG-07]', () => {
    for (const address of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' \u0001javascript:alert(1)',
      'java\nscript:alert(1)',
      'java\tscript\r:alert(1)',
      '\u200bjavascript:alert(1)',
      'javascript://exemple.fr/%0aalert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://exemple.fr/1',
    ]) {
      expect([address, isRefusedAddress(address), clickableHref(address)]).toEqual([address, true, null])
      // The published regex is at least as strict as the server.
      expect([address, matchesPattern('REGEX_ADDRESS', address)]).toEqual([address, false])
      expect(addressDanger(address)).toEqual({ level: 5, reasons: ['REFUSED_SCHEME'] })
    }
    expect(
      ['https://exemple.fr/?u=javascript:x', 'data.exemple.fr', 'files:8080'].map(isRefusedAddress),
    ).toEqual([false, false, false])
  })

  it('makes a bare host clickable by https, and other addresses as written', () => {
    expect(clickableHref('intranet.exemple.fr')).toBe('https://intranet.exemple.fr/')
    expect(clickableHref('serveur:8443/a b')).toBe('https://serveur:8443/a%20b')
    expect(clickableHref(' https://exemple.fr/a ')).toBe('https://exemple.fr/a')
    expect(clickableHref('https:exemple.fr')).toBe('https://exemple.fr')
    expect(clickableHref('ssh://serveur')).toBe('ssh://serveur')
    for (const address of [
      '',
      'demander à Paul',
      'mailto:a@b.fr',
      'ms-msdt://x',
      'https://',
      'ssh://-oProxyCommand=x',
    ]) {
      expect([address, clickableHref(address)]).toEqual([address, null])
    }
  })

  it('makes no scheme of another program clickable, with one slash or two', () => {
    for (const address of [
      'ms-msdt:/id',
      'search-ms:/x',
      'vscode:/x',
      'intent:/x',
      'ms-msdt://id',
      'C:/temp',
    ])
      expect([address, clickableHref(address)]).toEqual([address, null])
  })

  // Quadratic time would exceed the time limit of the test.
  it('rates hostile texts of 500,000 characters in linear time', () => {
    for (const part of ['a', '.', 'xn--', '@', ' ', 'a.', '/', '\u200b', 'é', 'token', 'http:']) {
      for (const text of [
        part.repeat(500_000 / part.length),
        `https://${part.repeat(500_000 / part.length)}`,
      ]) {
        expect(addressDanger(text).level, part).toBeTypeOf('number')
      }
    }
  })
})
