import { describe, expect, it } from 'vitest'
import {
  otherSettingsSpellings,
  refusedSpellings,
  usualSpellings,
} from '#domain/platform/otp-spellings-testing.ts'
import { fieldTexts } from '#texts/platform/ui.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { passes } from '#web/platform/ui/useForm.ts'
import { around } from '#web/platform/shell/checks.ts'
import { checkLabel, checkValue } from './extraFieldChecks.ts'
import { otpCheck } from './otpCheck.ts'
import { itemChecks } from './itemChecks.ts'

describe('the fields of an item', () => {
  it('refuse markup in names and descriptions [VALI-09]', () => {
    expect(itemChecks.name('<img src=x onerror=alert(1)>')).toBe(fieldTexts.markup)
    expect(itemChecks.description('voir <script>')).toBe(fieldTexts.markup)
    expect(itemChecks.name('A < B & C')).toBeNull()
  })

  it('accept any character in a password [VALI-11]', () => {
    expect(itemChecks.password('<script>é🔑')).toBeNull()
  })

  it('refuse an address that would run a script [DANG-07]', () => {
    expect(itemChecks.address('javascript:alert(1)')).toBe(itemTexts.addressRefused)
    expect(itemChecks.address('intranet.exemple.fr')).toBeNull()
    expect(itemChecks.address('')).toBeNull()
  })

  it('accept a one-time secret as sites print it, and nothing else', () => {
    expect(otpCheck('JBSW Y3DP EHPK 3PXP')).toBeNull()
    expect(otpCheck('123')).toBe(itemTexts.otpFormat)
  })

  it('accept every spelling of a one-time secret that the server accepts, and refuse what it refuses', () => {
    for (const text of [...usualSpellings, ...otherSettingsSpellings, '', ' '])
      expect(otpCheck(text), text).toBeNull()
    for (const text of refusedSpellings) expect(otpCheck(text), text).toBe(itemTexts.otpFormat)
  })

  it('may be edited around the markup that an import stored', () => {
    const stored = 'voir <jean@exemple.fr>'
    const check = around(stored, itemChecks.description)
    expect(check(`${stored}, puis appeler`)).toBeNull()
    expect(check(`${stored} <script>`)).toBe(fieldTexts.markup)
    expect(around('CORP<jean>', itemChecks.login)('x CORP<jean>')).toBeNull()
    expect(around('', itemChecks.login)('CORP<jean>')).toBe(fieldTexts.markup)
    expect(checkValue('lines', `${stored}, puis`, stored)).toBeNull()
    expect(checkValue('lines', `${stored} <b>`, stored)).not.toBeNull()
    expect(checkLabel('Voir <b> ici', 'Voir <b>')).toBeNull()
  })

  it('require a name [VALI-01]', () => {
    expect(itemChecks.name('  ')).toBe(fieldTexts.required)
    expect(passes(itemChecks, { name: '', login: '', password: '', address: '', description: '' })).toBe(
      false,
    )
  })
})
