import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'
import { samples } from './samples/browsers.ts'

const [firefox, safari] = samples.map(({ bytes }) => bytes)

it('Firefox: identifiers, realms, and never its own account', async () => {
  const { found } = await readAs('firefox', firefox ?? '')
  expect(found.entries.map(({ sourceId }) => sourceId)).toEqual([
    '{4d998561-4071-425a-9584-68a74e58a7b7}',
    '{0a998561-4071-425a-9584-68a74e58a7b7}',
    '{0a998561-4071-425a-9584-68a74e58a7b7}#2',
  ])
  expect(found.entries.map(({ login, password }) => [login, password])).toEqual([
    ['élodie', 'Été, "42"'],
    ['admin', ' =1+1 '],
    ['a', 'b'],
  ])
  expect(fieldsOf(found.entries[1])).toEqual(["text Domaine d'authentification HTTP=Pare-feu siège"])
  expect(found.blankRows).toBe(1)
  expect(JSON.stringify(found)).not.toContain('0123456789abcdef')
})

it('Firefox: the export of its former extension', async () => {
  const { found } = await readAs('firefox', [
    'url,username,password,httpRealm,formSubmitURL',
    'https://a.fr,b,c,,https://a.fr',
  ])
  expect(found.entries[0]).toMatchObject({ addresses: ['https://a.fr'], sourceId: null })
})

it('Safari: notes and OTP', async () => {
  const { found } = await readAs('safari', safari ?? '')
  expect(found.entries[0]).toMatchObject({
    title: 'intranet.exemple.fr (élodie)',
    login: 'élodie',
    password: 'Été, "42"',
    notes: 'ligne 1\nligne 2',
    otps: ['otpauth://totp/intranet?secret=JBSWY3DPEHPK3PXP&issuer=Exemple'],
  })
})
