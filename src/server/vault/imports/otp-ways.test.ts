import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeCode, parseOtpSecret, toOtpUri, type OtpSettings } from '#domain/platform/one-time-code.ts'
import {
  keeOtpSpellings,
  otherSettingsSpellings,
  refusedSpellings,
  spelledSecret,
  usualSpellings,
} from '#domain/platform/otp-spellings-testing.ts'
import { sealItemOtp, unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { neverLocked } from '#server/access/locate.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { itemById } from '#server/vault/items/stored-items.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { single as singleOfCsv } from './csv-testing.ts'
import { single as singleOfXml } from './keepass-testing.ts'
import { readAs } from './formats/read-testing.ts'
import { toContent } from './formats/to-content.ts'

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The item of a text by each way of importing it. */
const imports: Readonly<Record<string, (text: string) => Promise<{ otp: string | null; fields: unknown }>>> =
  {
    'a CSV table': (text) => singleOfCsv(`nom;mot de passe;otp\na;p;${cell(text)}`),
    'an XML file': async (text) =>
      (await singleOfXml({ Title: 'a', Password: 'p', otp: escaped(text) })).item,
    "another program's table": async (text) => {
      const { found } = await readAs('strongbox-csv', [
        'Title,Username,Email,Password,URL,OTPAuth,Notes',
        `a,,,p,,${cell(text)},`,
      ])
      const content = await toContent(found, 'strongbox', { withBin: false, withFormer: false, fileBytes: 1 })
      const item = content.ok ? content.items[0] : undefined
      if (item === undefined) throw new Error('no item')
      return item
    },
  }

const codeOf = ({ secret, algorithm, digits, period }: OtpSettings) => ({ secret, algorithm, digits, period })

describe.each(Object.entries(imports))('a one-time secret in %s', (_way, importOne) => {
  it.each([...usualSpellings, ...otherSettingsSpellings])('gives the code of a form: %j', async (text) => {
    const { otp } = await importOne(text)
    const typed = parseOtpSecret(text)
    expect(typed).not.toBeNull()
    expect(codeOf(parseOtpSecret(otp ?? '') as OtpSettings)).toEqual(codeOf(typed as OtpSettings))
  })

  it('gives the code that KeeOtp writes', async () => {
    const settings = { secret: spelledSecret, algorithm: 'SHA1', digits: 6, period: 30 }
    for (const text of keeOtpSpellings.usual)
      expect(parseOtpSecret((await importOne(text)).otp ?? ''), text).toMatchObject(settings)
    for (const text of keeOtpSpellings.other)
      expect(parseOtpSecret((await importOne(text)).otp ?? ''), text).toMatchObject({
        ...settings,
        algorithm: 'SHA256',
        digits: 8,
        period: 60,
      })
  })

  it.each(refusedSpellings)('gives no code, and is kept concealed: %j', async (text) => {
    const item = await importOne(text)
    expect(item.otp).toBeNull()
    expect(item.fields).toMatchObject([{ kind: 'concealed', value: text }])
  })
})

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const secretOf = async (id: number) => (await at.call('GET', `/api/item/${id}/otp/secret`)).body
  const create = (otp: string, isForm: boolean) => {
    const fields = { chestId: String(at.chest.id), name: 'GLPI', password: 'x', otp }
    if (!isForm) return at.call('POST', '/api/item/', { ...fields, chestId: at.chest.id })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return at.call('POST', '/api/item/', form)
  }

  it('is read alike when an item is created, by a form or by JSON, and when it is changed', async () => {
    const id = await at.item()
    for (const text of [...usualSpellings, ...otherSettingsSpellings]) {
      const settings = codeOf(parseOtpSecret(text) as OtpSettings)
      for (const isForm of [false, true]) {
        const made = await create(text, isForm)
        expect(made.status, text).toBe(201)
        const { uri } = (await secretOf((made.body as { id: number }).id)) as { uri: string }
        expect(parseOtpSecret(uri), text).toMatchObject(settings)
      }
      const changed = await at.call('PATCH', `/api/item/${id}`, { elementType: 'otp', elementValue: text })
      expect(changed, text).toMatchObject({
        status: 200,
        body: { otp: { code: expect.stringMatching(new RegExp(`^\\d{${settings.digits}}$`)) as string } },
      })
    }
  })

  it('is refused alike when it is typed', async () => {
    const id = await at.item()
    for (const text of refusedSpellings) {
      const refused = { status: 422, body: { code: 'OTP_SECRET_INVALID' } }
      expect(await create(text, false), text).toMatchObject(refused)
      expect(await create(text, true), text).toMatchObject(refused)
      const change = { elementType: 'otp', elementValue: text }
      expect(await at.call('PATCH', `/api/item/${id}`, change), text).toMatchObject(refused)
    }
  })

  it('shows no code for the service of an address that an older version stored, and gives the secret', async () => {
    const id = await at.item({ otp: spelledSecret })
    const { db, chestKeys } = at.app.deps
    const chestId = at.chest.id
    const row = await itemById(db, chestId, id)
    const ck = await chestKeys.open(db, { id: chestId, ...neverLocked, keyVersion: 1 })
    const stored = toOtpUri({
      ...(parseOtpSecret(spelledSecret) as OtpSettings),
      issuer: 'Steam',
      account: 'moi',
    })
    const key = unwrapElementKey(ck, 'items', row, row.folder_id)
    const sealed = sealItemOtp(key, { id, chestId, revision: row.revision }, stored)
    await db.updateTable('items').set(sealed).where('id', '=', id).execute()
    expect(await at.call('GET', `/api/item/${id}/otp`)).toMatchObject({
      status: 422,
      body: { code: 'OTP_SECRET_INVALID' },
    })
    expect(await secretOf(id)).toMatchObject({ secret: spelledSecret })
  })

  it('has no colon in the address for other programs but the one between issuer and account', async () => {
    const id = await at.item({ name: 'Mairie : messagerie', otp: spelledSecret })
    expect(await secretOf(id)).toEqual({
      secret: spelledSecret,
      uri: `otpauth://totp/Mairie%20-%20messagerie?secret=${spelledSecret}&algorithm=SHA1&digits=6&period=30`,
    })
    const named = await at.item({
      name: 'x',
      otp: `otpauth://totp/a:b?secret=${spelledSecret}&issuer=Ville%20%3A%20Lyon`,
    })
    const { uri } = (await secretOf(named)) as { uri: string }
    expect(uri).toContain('otpauth://totp/Ville%20-%20Lyon:b?')
    expect(oneTimeCode(parseOtpSecret(uri) as OtpSettings, 59_000)).toBe('287082')
  })
})
