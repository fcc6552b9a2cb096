import { expect, it } from 'vitest'
import { fieldLimits } from '#domain/platform/limits.ts'
import { readFile } from './formats.ts'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/password-safe.ts'

it('gives every element its place', async () => {
  const read = await readFile(samples[0]?.bytes ?? new Uint8Array())
  if ('ok' in read) throw new Error(read.code)
  expect(read.found.entries).toMatchObject([
    {
      path: ['Ville', 'Réseau'],
      title: 'Routeur',
      login: 'root',
      email: 'reseau@exemple.fr',
      password: ' a]]>é&lt; ',
      addresses: ['https://10.0.0.1/'],
      notes: 'une\ndeux',
      fields: [{ label: 'Commande', kind: 'text', value: 'ssh root@10.0.0.1' }],
      renewal: '2027-05-01',
      sourceId: '000102030405060708090a0b0c0d0e0f',
      notesToTell: [{ reason: 'FIELDS_LEFT', detail: 'saisie automatique' }],
    },
    {
      path: [],
      title: 'Alias',
      // The password of the entry that it names.
      password: ' a]]>é&lt; ',
      renewal: '2027-06-01',
      sourceId: '101112131415161718191a1b1c1d1e1f',
      notesToTell: [],
    },
    { title: 'Raccourci', sourceId: null, notesToTell: [{ reason: 'ALIAS_VALUE' }] },
  ])
  // An old password was in use until the next one was set.
  expect(read.found.entries[0]?.formerPasswords.map(({ value, at }) => [value, at?.slice(0, 10)])).toEqual([
    ['deuxième', '2026-03-01'],
    ['premier', '2025-06-01'],
  ])
})

const entry = (inside: string): string =>
  `<passwordsafe delimiter="»"><EmptyGroups><EGName><![CDATA[Ville.Vide]]></EGName></EmptyGroups>
<entry id="1"><title>a</title><password>b</password>${inside}</entry></passwordsafe>`
const secret = '<twofactorkey>JBSWY3DPEHPK3PXP</twofactorkey>'

it('reads the settings of an OTP, without which its codes would be others', async () => {
  const otpsOf = async (inside: string) =>
    (await readAs('password-safe', entry(secret + inside))).found.entries[0]?.otps
  expect(await otpsOf('')).toEqual(['JBSWY3DPEHPK3PXP'])
  expect(
    await otpsOf('<totpconfig>1</totpconfig><totptimestep>60</totptimestep><totplength>8</totplength>'),
  ).toEqual(['otpauth://totp/?secret=JBSWY3DPEHPK3PXP&period=60&digits=8&algorithm=SHA256'])
  const { found } = await readAs('password-safe', entry(`${secret}<totpstarttime>86400</totpstarttime>`))
  expect([found.entries[0]?.otps, fieldsOf(found.entries[0]), toldOf(found.entries[0])]).toEqual([
    [],
    ['concealed OTP=JBSWY3DPEHPK3PXP'],
    ['OTP_CONCEALED'],
  ])
})

it('leaves the signs of a text with more line ends than a description may have characters', async () => {
  const notesOf = async (count: number) =>
    (await readAs('password-safe', entry(`<notes>a${'»'.repeat(count)}</notes>`))).found.entries[0]?.notes
  expect(await notesOf(fieldLimits.description)).toBe(`a${'\n'.repeat(fieldLimits.description)}`)
  expect(await notesOf(fieldLimits.description + 1)).toBe(`a${'»'.repeat(fieldLimits.description + 1)}`)
})

it('keeps groups without entries, and elements that it does not know', async () => {
  const { found } = await readAs(
    'password-safe',
    entry('<creditcardnumber>4970</creditcardnumber><dca>1</dca>'),
  )
  expect(found.folders.map(({ path }) => path)).toEqual([['Ville', 'Vide']])
  expect(fieldsOf(found.entries[0])).toEqual(['concealed creditcardnumber=4970'])
})

it('names the lines of what it tells', async () => {
  expect((await readAs('password-safe', entry(''))).hasLines).toBe(true)
})

it('leaves an alias as it is where no entry has that name, or two have it', async () => {
  const named = (name: string, password: string) =>
    `<entry><group>G</group><title>${name}</title><username>u</username><password>${password}</password></entry>`
  const passwordsOf = async (...entries: string[]) => {
    const text = `<passwordsafe delimiter="»">${entries.join('')}</passwordsafe>`
    const { found } = await readAs('password-safe', text)
    return found.entries.map((one) => [one.password, toldOf(one)])
  }
  const alias = named('b', '[[G:a:u]]')
  expect(await passwordsOf(alias, named('a', 'secret'))).toEqual([
    ['secret', []],
    ['secret', []],
  ])
  const kept = ['[[G:a:u]]', ['ALIAS_VALUE']]
  expect((await passwordsOf(alias))[0]).toEqual(kept)
  expect((await passwordsOf(alias, named('a', 'un'), named('a', 'deux')))[0]).toEqual(kept)
  // An alias of an alias names no password.
  expect((await passwordsOf(alias, named('a', '[[G:b:u]]')))[0]).toEqual(kept)
})
