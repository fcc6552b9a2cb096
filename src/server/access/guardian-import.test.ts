import { afterAll, beforeAll, expect, it } from 'vitest'
import { entry, keePassFile } from '../imports/keepass-testing.ts'
import { goodKey, otherKey, startGuardianWorld, type GuardianWorld } from '../master-key/testing.ts'
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

function form(chestId: number): FormData {
  const made = new FormData()
  made.append('chestId', String(chestId))
  made.append('file', new Blob([file]), 'base.xml')
  return made
}

eachEngine((engine) => {
  let at: GuardianWorld
  beforeAll(async () => {
    at = await startGuardianWorld(engine)
  })
  afterAll(() => at.app.close())

  it('a file imported again makes nothing twice, also once the chest was sealed anew under another key', async () => {
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
})
