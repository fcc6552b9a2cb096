import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf } from '#server/testing/world.ts'

type Write = [method: Call['method'], path: string, bodyWith: (text: string) => object]

eachEngine((engine) => {
  let app: TestApp
  let writes: Write[]
  let ask: (method: Call['method'], path: string, body: object) => Promise<Reply>
  beforeAll(async () => {
    app = await startTestApp(engine)
    const world = worldOf(app)
    const person = await world.addUser({ login: 'camille', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const cookie = await world.session(person)
    ask = (method, path, body) => app.call({ method, path, body, cookie })
    const bank = await world.addBank('Mairie')
    const other = await world.addUser({ login: 'jean', banks: [bank] })
    const team = await world.addTeam('Exploitation', [person])
    const chest = await world.addChest('Production', person)
    const make = async (path: string, body: object): Promise<number> =>
      bodyOf<{ id: number }>(await ask('POST', path, { chestId: chest.id, ...body })).id
    const folder = await make('/api/folder/', { name: 'Réseau' })
    const item = await make('/api/item/', { name: 'GLPI', password: 'x' })
    const user = {
      login: 'nouvelle',
      email: 'nouvelle@exemple.fr',
      firstName: 'Zoé',
      lastName: 'Robert',
      role: 'ROLE_INTERVENANT',
      type: 'STANDARD',
    }
    const each = (
      method: Call['method'],
      path: string,
      fields: readonly string[],
      bodyOf: (changed: object) => object,
    ): Write[] => fields.map((field) => [method, path, (text) => bodyOf({ [field]: text })])
    const named = ['name', 'description']
    writes = [
      ...each('POST', '/api/item/', [...named, 'login', 'address'], (changed) => ({
        chestId: chest.id,
        name: 'Web',
        password: 'x',
        ...changed,
      })),
      ...[...named, 'login', 'address'].map((elementType): Write => [
        'PATCH',
        `/api/item/${item}`,
        (elementValue) => ({ elementType, elementValue }),
      ]),
      ...each('POST', '/api/folder/', named, (changed) => ({ chestId: chest.id, name: 'Web', ...changed })),
      ...named.map((elementType): Write => [
        'PATCH',
        `/api/folder/${folder}`,
        (elementValue) => ({ elementType, elementValue }),
      ]),
      ...each('POST', '/api/chest/', named, (changed) => ({ name: 'Web', type: 'service', ...changed })),
      ...each('POST', '/api/user/chest', named, (changed) => ({ name: 'Web', ...changed })),
      ...each('PATCH', `/api/chest/${chest.id}`, named, (update) => ({ update })),
      ...each('POST', '/api/bank/', ['label', 'description'], (changed) => ({ label: 'Web', ...changed })),
      ...each('PATCH', `/api/bank/${bank}`, ['label', 'description'], (update) => ({ update })),
      ...each('POST', '/api/team/', named, (changed) => ({ name: 'Web', ...changed })),
      ...each('PATCH', `/api/team/${team}`, named, (update) => ({ update })),
      ...each('PATCH', '/api/category/6', ['name'], (update) => ({ update })),
      ...each('POST', '/api/user/', ['login', 'email', 'firstName', 'lastName'], (changed) => ({
        ...user,
        ...changed,
      })),
      ...each('PATCH', `/api/user/${other.id}`, ['login', 'email', 'firstName', 'lastName'], (update) => ({
        update,
      })),
      ...each('PATCH', '/api/account', ['firstName', 'lastName'], (changed) => ({
        firstName: 'Zoé',
        lastName: 'Robert',
        ...changed,
      })),
      ...each(
        'POST',
        '/api/administration/template_client_structure',
        ['clientName', 'clientSage'],
        (changed) => ({ clientName: 'Client', chestDestination: chest.id, ...changed }),
      ),
      ['PATCH', '/api/administration/template', (name) => ({ template: { folders: [{ name }] } })],
    ]
  })
  afterAll(() => app.close())

  it('markup is refused with 422 in every text that screens show [VALI-09]', async () => {
    for (const text of ['<script>x</script>', 'un <img src=x onerror=y>']) {
      for (const [method, path, bodyWith] of writes) {
        const body = bodyWith(text)
        const { status } = await ask(method, path, body)
        expect([method, path, body, status]).toEqual([method, path, body, 422])
      }
    }
  })

  it('the same texts without markup are accepted', async () => {
    for (const [method, path, bodyWith] of writes.filter(
      ([, path]) => !/^\/api\/(?:user\/\d*|category\/6)$/.test(path),
    )) {
      const { status, text } = await ask(method, path, bodyWith('Atelier'))
      expect(status, `${method} ${path} ${text}`).toBeLessThan(300)
    }
  })
})
