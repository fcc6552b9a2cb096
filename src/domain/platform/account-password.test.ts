import { beforeAll, describe, expect, it } from 'vitest'
import { accountPasswordFaults, masterKeyFaults } from './account-password.ts'
import { createCommonPasswordCheck, type CommonPasswordCheck } from './common-password.ts'
import { loadGuessDictionaries } from './guess-dictionaries.ts'

let isCommon: CommonPasswordCheck
beforeAll(async () => {
  isCommon = createCommonPasswordCheck(await loadGuessDictionaries())
})

const faults = (password: string, login = 'jdupont', administers = false) =>
  accountPasswordFaults({ password, login, administers, isCommon })

describe('an account password', () => {
  it('needs 12 characters, 16 for an administrator, and at most 128', () => {
    expect(faults('kT9 wq7zmd4')).toEqual(['TOO_SHORT'])
    expect(faults('kT9 wq7zmd4x')).toEqual([])
    expect(faults('kT9 wq7zmd4x', 'jdupont', true)).toEqual(['TOO_SHORT_FOR_ADMINISTRATOR'])
    expect(faults('kT9 wq7zmd4xé🔑pv', 'jdupont', true)).toEqual([])
    const long = Array.from({ length: 129 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join('')
    expect(faults(long)).toEqual(['TOO_LONG'])
    expect(faults(long.slice(1))).toEqual([])
  })

  it('has no other rule of composition', () => {
    expect(faults('correct cheval agrafe')).toEqual([])
    expect(faults('839201746582')).toEqual([])
  })

  it('must not contain the login, ignoring case and accents', () => {
    expect(faults('xx-JDUPONT-9472')).toEqual(['HOLDS_LOGIN'])
    expect(faults('la clé de zoé 94', 'ZOE')).toEqual(['HOLDS_LOGIN'])
    expect(faults('a quick jd story', 'jd')).toEqual([])
  })

  it('must not be common', () => {
    expect(faults('Password2026!')).toEqual(['COMMON'])
  })
})

describe('a master key', () => {
  it('needs 15 characters and 80 bits, and must not be common', () => {
    expect(masterKeyFaults('', isCommon)).toEqual(['TOO_SHORT', 'TOO_FEW_BITS'])
    expect(masterKeyFaults('123456789012345678', isCommon)).toEqual(['TOO_FEW_BITS', 'COMMON'])
    expect(masterKeyFaults('quatorze carac', isCommon)).toEqual(['TOO_SHORT'])
    expect(masterKeyFaults('Chouette hulotte 12', isCommon)).toEqual([])
    expect(masterKeyFaults('azertyuiopqsdfghjklmwxcvbn', isCommon)).toEqual(['COMMON'])
    expect(masterKeyFaults('correcthorsebatterystaple', isCommon)).toEqual(['COMMON'])
    expect(masterKeyFaults('<b>cheval</b> agrafe', isCommon)).toEqual([])
    expect(masterKeyFaults('ab é'.repeat(65), isCommon)).toContain('TOO_LONG')
  })
})
