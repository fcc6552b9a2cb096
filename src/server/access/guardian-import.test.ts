import { afterAll, beforeAll, expect, it } from 'vitest'
import { entry, keePassFile } from '#server/vault/imports/keepass-testing.ts'
import {
  goodKey,
  otherKey,
  startGuardianWorld,
  type GuardianWorld,
} from '#server/vault/master-key/testing.ts'
import type { Reply } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'

const uuid = (number: number): string => `<UUID>${Buffer.alloc(16, number).toString('base64')}</UUID>`
const named = (number: number, name: string): string =>
  entry({ Title: name, UserName: 'root', Password: name }, uuid(number))
const folder = (number: number, name: string, inside: string): string =>
  `<Group>${uuid(number)}<Name>${name}</Name>${inside}</Group>`
const file = keePassFile(
  folder(1, 'Base', folder(2, 'Serveurs', named(11, 'Pare-feu') + named(12, 'Routeur'))),
)

function form(chestId: number, content = file, name = 'base.xml'): FormData {
  const made = new FormData()
  made.append('chestId', String(chestId))
  made.append('file', new Blob([content]), name)
  return made
}

eachEngine((engine) => {
  let at: GuardianWorld
  beforeAll(async () => {
    at = await startGuardianWorld(engine)
  })
  afterAll(() => at.app.close())

  it("a second import of a file creates no duplicates, even after a renewal of the chest's key", async () => {
    const send = async (handle: string): Promise<Reply> =>
      at.call('POST', '/api/import/keepass', form(at.chestId), { handle })
    const sentence = ({ body }: Reply) =>
      (body as { success: string }).success.replaceAll(/[\u00a0\u202f]/g, ' ')
    const handle = await at.open(at.chestId)
    expect(sentence(await send(handle))).toBe('2 mots de passe et 2 dossiers importés.')
    expect(sentence(await send(handle))).toBe('Rien de nouveau. 2 mots de passe déjà présents.')
    const renewal = { current: goodKey, masterKey: otherKey, leaked: true }
    const changed = await at.call('PATCH', `/api/chest/${at.chestId}/masterkey`, renewal, { handle })
    expect(changed.status, changed.text).toBe(200)
    const later = await at.open(at.chestId, undefined, otherKey)
    await at.app.deps.renewals.settled()
    expect(sentence(await send(later))).toBe('Rien de nouveau. 2 mots de passe déjà présents.')
    expect((await send('none')).status).toBe(423)
  })

  it('a guardian chest accepts every import source while it is unlocked, and none while it is locked', async () => {
    const header = 'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp'
    const tables = { csv: 'nom;mot de passe\nSerrure;x\n', lockself: `${header}\nPorte;;;y;Hall;;;;;;\n` }
    const handle = await at.open(at.chestId, undefined, otherKey)
    for (const [source, table] of Object.entries(tables)) {
      const send = (own: { handle?: string }, content = table) =>
        at.call('POST', `/api/import/${source}`, form(at.chestId, content, 'base.csv'), own)
      expect((await send({ handle })).status).toBe(200)
      // A locked chest is refused before the file is checked.
      for (const content of [table, 'a;b'])
        expect(await send({}, content)).toMatchObject({ status: 423, body: { code: 'CHEST_LOCKED' } })
    }
  })
})
