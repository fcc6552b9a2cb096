import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { openGuide } from '#server/identity/sign-in/first-start.ts'
import { openOffice, type Caller, type Office } from '#server/office/users/testing.ts'

eachEngine((engine) => {
  let office: Office
  let owner: Caller
  beforeAll(async () => {
    office = await openOffice(engine)
    owner = await office.superAdministrator()
  })
  afterAll(() => office.app.close())

  const read = async (caller: Caller) => (await caller.call('GET', '/api/first-start')).body
  const eventsOf = async (action: string) =>
    (await office.app.deps.db.selectFrom('journal').select('action').where('action', '=', action).execute())
      .length

  it('is open to nobody where an installation has no guide', async () => {
    expect(await read(owner)).toEqual({
      isOpen: false,
      passed: {},
      rootKeySource: expect.any(String) as string,
      rootKeyFile: expect.anything() as unknown,
      rootKeyCopied: null,
    })
    const passed = await owner.call('PATCH', '/api/first-start', { steps: ['bank'], outcome: 'done' })
    expect(passed).toMatchObject({ status: 200, body: { isOpen: false, passed: {} } })
  })

  it('is open to its owner only, until each step is passed', async () => {
    await office.app.deps.db.transaction().execute((tx) => openGuide(tx, owner.user.id))
    const other = await office.superAdministrator()
    await office.app.deps.db.transaction().execute((tx) => openGuide(tx, other.user.id))
    expect(await read(owner)).toMatchObject({ isOpen: true, passed: {} })
    expect(await read(other)).toMatchObject({ isOpen: false })
    const pass = (by: Caller, steps: string[], outcome: string) =>
      by.call('PATCH', '/api/first-start', { steps, outcome })
    // Another super administrator changes nothing.
    await pass(other, ['rootKey'], 'done')
    // Two tabs pass different steps at the same time.
    await Promise.all([pass(owner, ['bank'], 'done'), pass(owner, ['rootKey', 'bank'], 'skipped')])
    const { passed } = (await read(owner)) as { passed: Record<string, string> }
    expect(Object.keys(passed).toSorted()).toEqual(['bank', 'rootKey'])
    expect(passed['rootKey']).toBe('skipped')
    const last = await pass(owner, ['people', 'chest', 'import'], 'skipped')
    expect(last.body).toMatchObject({ isOpen: false, passed: { import: 'skipped', bank: passed['bank'] } })
    const count = await eventsOf('first-start.passed')
    await pass(owner, ['import'], 'done')
    expect(await read(owner)).toMatchObject({ passed: { import: 'skipped' } })
    expect(await eventsOf('first-start.passed')).toBe(count)
  })

  it('records once who confirmed the copy of the root key, and shows it to every super administrator', async () => {
    const other = await office.superAdministrator()
    const confirm = (by: Caller) => by.call('POST', '/api/first-start/root-key', { isCopied: true })
    const replies = await Promise.all([confirm(owner), confirm(owner)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await confirm(other)).body).toMatchObject({
      rootKeyCopied: { login: owner.user.login, at: expect.any(String) as string },
    })
    expect(await eventsOf('root-key.copy-confirmed')).toBe(1)
    const administrator = await office.administrator([])
    expect((await administrator.call('GET', '/api/first-start')).body).toMatchObject({
      code: 'ROLE_REQUIRED',
    })
    expect((await confirm(administrator)).body).toMatchObject({ code: 'ROLE_REQUIRED' })
  })
})
