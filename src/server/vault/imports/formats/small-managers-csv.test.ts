import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { fieldsOf, readAs, toldOf } from './read-testing.ts'
import { samples } from './samples/small-managers-csv.ts'

const [cloud, padloc, psono, passpack, passman, buttercup, buttercupOld] = samples.map(({ bytes }) => bytes)

it('SafeInCloud', async () => {
  const { found } = await readAs('safeincloud-csv', cloud ?? '')
  expect(found.entries).toMatchObject([
    { title: 'Intranet', password: 'Été, "42"', otps: ['JBSWY3DPEHPK3PXP'], notes: 'note' },
    { password: ' b ' },
  ])
})

it('Padloc: the first tag is the place', async () => {
  const { found } = await readAs('padloc-csv', padloc ?? '')
  expect(found.entries[0]).toMatchObject({ path: ['Métier', 'RH'], login: 'zoé', password: 'Été, "42"' })
  expect(fieldsOf(found.entries[0])).toEqual(['concealed PIN=9876'])
  expect(toldOf(found.entries[0])).toEqual(['OTHER_PLACES Équipe'])
  expect(found.entries[2]).toMatchObject({ path: ['Notes'], notes: 'ligne 1\r\nligne 2' })
})

it('Psono: as in its JSON', async () => {
  const { found } = await readAs('psono-csv', psono ?? '')
  const [login, note, card] = found.entries
  expect(login).toMatchObject({
    path: ['Métier', 'RH'],
    title: 'Intranet',
    login: 'zoé',
    password: 'Été, "42"',
    otps: ['JBSWY3DPEHPK3PXP'],
  })
  expect(note).toMatchObject({ title: 'Consignes', notes: 'Texte libre', category: 'other' })
  expect(card?.category).toBe('bankCard')
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4111111111111111',
    'concealed Code de sécurité=123',
    "date Date d'expiration=2028-02-29",
  ])
})

it('Passpack: JSON in JSON; what is none is concealed', async () => {
  const { found } = await readAs('passpack', passpack ?? '')
  expect(found.entries[0]).toMatchObject({ path: ['Métier', 'RH'], email: 'zoe@exemple.fr' })
  expect(fieldsOf(found.entries[0])).toEqual(['text badge=12', 'concealed pin=9876'])
  expect(fieldsOf(found.entries[1])).toEqual(['concealed Champ={abîmé'])
})

it('Passman: tags as folders, hidden fields', async () => {
  const { found } = await readAs('passman-csv', passman ?? '')
  expect(found.entries[0]).toMatchObject({ path: ['Métier', 'RH'], sourceId: null })
  expect(fieldsOf(found.entries[0])).toEqual(['text badge=12', 'concealed pin=9876'])
  expect(fieldsOf(found.entries[1])).toEqual(['concealed Champ=abîmé'])
})

it('Buttercup: groups in rows, or named by the entries', async () => {
  const { found } = await readAs('buttercup', buttercup ?? '')
  expect(found.folders.map(({ path, sourceId }) => [path, sourceId])).toEqual([
    [['Métier', 'RH'], 'g2'],
    [['Métier'], 'g1'],
  ])
  expect(found.entries[0]).toMatchObject({ path: ['Métier', 'RH'], notes: 'une note', sourceId: 'e1' })
  expect(fieldsOf(found.entries[0])).toEqual(['concealed pin=9876'])
  expect((await readAs('buttercup', buttercupOld ?? '')).found.entries[0]).toMatchObject({ path: ['Métier'] })
})

it('Buttercup: a one-time secret has any name', async () => {
  const uri = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP'
  const text = [
    '!type,!group_id,!group_name,!group_parent,title,username,password,id,double facteur,pin',
    `entry,,,,a,b,c,e1,${uri},42`,
  ]
  const [entry] = (await readAs('buttercup', text)).found.entries
  expect(entry?.otps).toEqual([uri])
  expect(fieldsOf(entry)).toEqual(['concealed pin=42'])
})

it('Buttercup: cards, keys and notes get their categories, and a card its number where the form has it', async () => {
  const text = [
    '!type,!group_id,!group_name,!group_parent,title,username,password,id,cvv,valid_from,expiry,type,publicKey,privateKey,note',
    'entry,,,,Visa pro,Zoé,4111-1111-1111-1111,e1,123,01/2024,02/2028,visa,,,',
    'entry,,,,Serveur,root,secret,e2,,,,generic,ssh-ed25519 A,-----BEGIN,',
    'entry,,,,Consignes,,,e3,,,,,,,Une note',
    'entry,,,,Boutique,zoé,12345,e4,123,,,,,,',
  ]
  const [card, key, note, login] = (await readAs('buttercup', text)).found.entries
  expect(card).toMatchObject({ login: 'Zoé', password: '', category: 'bankCard' })
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4111-1111-1111-1111',
    'concealed Code de sécurité=123',
    "date Date d'expiration=2028-02-29",
    'text Valable à partir de=01/2024',
    'text Réseau=visa',
  ])
  expect(key).toMatchObject({ login: 'root', password: 'secret', category: 'apiKey' })
  expect(fieldsOf(key)).toEqual([
    'text Clé publique=ssh-ed25519 A',
    'concealed Clé privée=-----BEGIN',
    'concealed type=generic',
  ])
  expect(note).toMatchObject({ notes: 'Une note', category: 'other' })
  expect(login).toMatchObject({ password: '12345', category: null })
  expect(fieldsOf(login)).toEqual(['concealed cvv=123'])
})

it('Padloc: a card and an account get their category', async () => {
  const text = [
    'name,tags,Card Number,Card Owner,Valid Until,CVC,PIN,IBAN,BIC',
    'Visa,,4111111111111111,Zoé,2028-02,123,9876,,',
    'Compte,,,,,,,FR7630006000011234567890189,AGRIFRPP',
  ]
  const [card, account] = (await readAs('padloc-csv', text)).found.entries
  expect(card).toMatchObject({ login: 'Zoé', password: '', category: 'bankCard' })
  expect(fieldsOf(card)).toEqual([
    'concealed Numéro=4111111111111111',
    "date Date d'expiration=2028-02-29",
    'concealed Code de sécurité=123',
    'concealed PIN=9876',
  ])
  expect(account).toMatchObject({ category: 'bankCard' })
  expect(fieldsOf(account)).toEqual(['concealed IBAN=FR7630006000011234567890189', 'text BIC=AGRIFRPP'])
})

it('Buttercup: groups nested too deeply are refused', async () => {
  const groups = Array.from({ length: 300 }, (_, at) => `group,${at},n,${at - 1},,,`)
  const text = ['!type,!group_id,!group_name,!group_parent,title,username,password', ...groups].join('\n')
  expect(await readFile(Buffer.from(text))).toMatchObject({ ok: false, code: 'TOO_DEEP' })
})
