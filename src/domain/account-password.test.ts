import { beforeAll, describe, expect, it } from 'vitest'
import { accountPasswordFaults, isCommonPassword, masterKeyFaults } from './account-password.ts'
import { blocklistOf, loadGuessDictionaries } from './guess-dictionaries.ts'

let blocklist: ReadonlySet<string>
beforeAll(async () => {
  blocklist = blocklistOf(await loadGuessDictionaries())
})

const faults = (password: string, login = 'jdupont', administers = false) =>
  accountPasswordFaults({ password, login, administers, blocklist })

describe('account password', () => {
  it('asks for 12 characters, 16 of an administrator, 128 at most', () => {
    expect(faults('kT9 wq7zmd4')).toEqual(['TOO_SHORT'])
    expect(faults('kT9 wq7zmd4x')).toEqual([])
    expect(faults('kT9 wq7zmd4x', 'jdupont', true)).toEqual(['TOO_SHORT_FOR_ADMINISTRATOR'])
    expect(faults('kT9 wq7zmd4xé🔑pv', 'jdupont', true)).toEqual([])
    const long = Array.from({ length: 129 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    expect(faults(long)).toEqual(['TOO_LONG'])
    expect(faults(long.slice(1))).toEqual([])
  })

  it('has no other rule of composition', () => {
    expect(faults('correct cheval agrafe')).toEqual([])
    expect(faults('839201746582')).toEqual([])
  })

  it('refuses the login inside, case and accents aside', () => {
    expect(faults('xx-JDUPONT-9472')).toEqual(['HOLDS_LOGIN'])
    expect(faults('la clé de zoé 94', 'ZOE')).toEqual(['HOLDS_LOGIN'])
    expect(faults('a quick jd story', 'jd')).toEqual([])
  })

  it('refuses common passwords, dressed up or repeated', () => {
    for (const password of [
      'Password2026!',
      'password',
      '1qaz2wsx3edc',
      'azertyazerty',
      'aaaaaaaaaaaaaa',
      'abcabcabcabc',
      '!!Football!!!',
    ]) {
      expect([password, isCommonPassword(password, blocklist)]).toEqual([password, true])
    }
    for (const password of ['dragon849201746582', 'xPasswordx-vélo', 'chouette12chouette']) {
      expect([password, isCommonPassword(password, blocklist)]).toEqual([password, false])
    }
  })
})

describe('master key', () => {
  it('asks for 15 characters and 80 bits, outside the blocklist', () => {
    expect(masterKeyFaults('', blocklist)).toEqual(['TOO_SHORT', 'TOO_FEW_BITS'])
    expect(masterKeyFaults('123456789012345678', blocklist)).toEqual(['TOO_FEW_BITS'])
    expect(masterKeyFaults('quatorze carac', blocklist)).toEqual(['TOO_SHORT'])
    expect(masterKeyFaults('Motdepasse Motdepasse ', blocklist)).toEqual([])
    expect(masterKeyFaults('passwordpasswordpassword', blocklist)).toEqual(['COMMON'])
    expect(masterKeyFaults('<b>cheval</b> agrafe', blocklist)).toEqual([])
    expect(masterKeyFaults('ab é'.repeat(65), blocklist)).toContain('TOO_LONG')
  })
})
