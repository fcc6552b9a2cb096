import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import { eachField, itemPlainFields, itemTextFields } from '#domain/vault/item-fields.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine, testedEngines } from '#server/testing/databases.ts'
import { addAccount, enrol, firstStep, newBrowser, prove } from '#server/testing/sign-in.ts'

/** In every text that a person types into an item or a folder, old values and deleted ones included. */
const canary = 'CANARI-9F2A'
const otpSecret = 'CANARI2345672345CANARI2345672345'

async function fill(at: ContentWorld): Promise<{ kept: number; gone: number; trash: number }> {
  const text = (field: string) => `${canary} ${field}`
  const parentFolderId = await at.folder(text('dossier'))
  const make = () =>
    at.item({
      parentFolderId,
      ...eachField(itemTextFields, text),
      address: `https://${canary.toLowerCase()}.example.org/`,
      otp: otpSecret,
      fields: [
        { label: text('champ'), kind: 'text', value: text('valeur') },
        { label: text('masqué'), kind: 'concealed', value: text('valeur masquée') },
      ],
    })
  const [kept, gone] = [await make(), await make()]
  for (const elementType of [...itemPlainFields, 'password']) {
    const elementValue = text(`${elementType} après`)
    await at.call('PATCH', `/api/item/${kept}`, { elementType, elementValue })
  }
  const field = { id: extraFieldId(1, 1), label: text('après'), kind: 'concealed', value: text('nouvelle') }
  await at.call('PATCH', `/api/item/${kept}`, { elementType: 'field', elementValue: field })
  for (const path of ['copy', 'otp', 'otp/secret', `field/${field.id}`])
    await at.call('GET', `/api/item/${kept}/${path}`)
  await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}&folderId=${parentFolderId}`)
  const form = new FormData()
  form.append('chestId', String(at.chest.id))
  const rows = `name,url,username,password\n${text('importé')},,${text('a')},${text('b')}`
  form.append('file', new Blob([rows]), `${text('fichier')}.csv`)
  expect((await at.call('POST', '/api/import/preview', form)).status).toBe(200)
  const { plan } = bodyOf<{ plan: string }>(await at.call('POST', '/api/import/preview', form))
  form.append('plan', plan)
  expect((await at.call('POST', '/api/import/apply', form)).status).toBe(200)
  const list = await at.call('GET', `/api/import/?chestId=${at.chest.id}`)
  expect(list.body).toMatchObject([{ fileName: `${text('fichier')}.csv` }])
  const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${gone}`))
  return { kept, gone, trash: trashId }
}

/** The ways in which bytes of a text could stand in a database. */
const spellingsOf = (text: string): Buffer[] => [
  Buffer.from(text, 'utf8'),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)),
  Buffer.from(Buffer.from(text).toString('hex')),
]

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
    await fill(at)
  })
  afterAll(() => at.app.close())

  /** Every value of every row. */
  const dumped = async (): Promise<Buffer> => {
    const { db } = at.app.deps
    const tables = await db.introspection.getTables()
    expect(tables.length).toBeGreaterThan(15)
    const rows = await Promise.all(
      tables.map(({ name }) => sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)),
    )
    const values = rows.flatMap((result) => result.rows.flatMap((row) => Object.values(row)))
    return Buffer.concat(
      values.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${String(value)}\n`),
      ),
    )
  }

  it('no row of any table holds a text of an item or a folder', async () => {
    const dump = await dumped()
    for (const text of [canary, canary.toLowerCase(), otpSecret]) {
      expect(spellingsOf(text).filter((spelling) => dump.includes(spelling))).toEqual([])
    }
  })

  it('no row of any table holds what a browser keeps: its session, and that it has signed in before', async () => {
    const browser = newBrowser(at.app)
    await addAccount(at.app, 'sacha')
    await enrol(at.app, browser, 'sacha')
    await prove(browser, '000000')
    await firstStep(browser, 'sacha', 'un autre mot de passe')
    const dump = await dumped()
    const [, session = ''] = browser.cookies.get('sid')?.split('.') ?? []
    const device = browser.cookies.get('device') ?? ''
    for (const text of [session, device]) {
      expect(text).toMatch(/^[\w-]{43}$/)
      const spellings = [...spellingsOf(text), Buffer.from(text, 'base64url')]
      expect(spellings.filter((spelling) => dump.includes(spelling))).toEqual([])
    }
  })
})

describe.runIf(testedEngines.includes('sqlite'))('the file', () => {
  let at: ContentWorld
  let made: Awaited<ReturnType<typeof fill>>
  let file: string
  beforeAll(async () => {
    at = await startContentWorld('sqlite')
    made = await fill(at)
    const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(
      at.app.deps.db,
    )
    file = rows[0]?.file ?? ''
  })
  afterAll(() => at.app.close())

  /** What a thief of the files holds. */
  const stolen = (): Buffer => Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)])
  const checkpoint = (): void => {
    const other = new DatabaseSync(file)
    other.exec('pragma wal_checkpoint(truncate)')
    other.close()
  }

  it('holds no text of an item or a folder, its log of writes neither', () => {
    const bytes = stolen()
    for (const text of [canary, canary.toLowerCase(), otpSecret]) {
      expect(spellingsOf(text).filter((spelling) => bytes.includes(spelling))).toEqual([])
    }
  })

  it('keeps no key and no secret of what was destroyed, in no page that became free', async () => {
    // Among others, and large ones too, so that pages are emptied in part, emptied whole and given back.
    const doomed: number[] = [made.gone]
    for (let number = 0; number < 40; number += 1) {
      const description = 'x'.repeat(number * 250)
      const fields = [{ label: 'PIN', kind: 'concealed', value: `pin ${number}` }]
      const id = await at.item({ name: `Serveur ${number}`, description, otp: otpSecret, fields })
      if (number % 3 === 0) doomed.push(id)
    }
    const rows = await at.app.deps.db
      .selectFrom('items')
      .select(['wrapped_key', 'meta', 'password', 'otp', 'secrets'])
      .where('id', 'in', doomed)
      .execute()
    // The ends: what is long stands on several pages.
    const sealed = rows.flatMap((row) =>
      Object.values(row).map((bytes) => Buffer.from(bytes ?? []).subarray(-16)),
    )
    const found = (): number => {
      checkpoint()
      const bytes = stolen()
      return sealed.filter((part) => bytes.includes(part)).length
    }
    expect(found()).toBe(doomed.length * 5)
    for (const id of doomed.slice(1)) {
      const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${id}`))
      await at.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' })
    }
    await at.call('PATCH', `/api/trash/${made.trash}`, { update: 'delete' })
    expect(found()).toBe(0)
  })
})
