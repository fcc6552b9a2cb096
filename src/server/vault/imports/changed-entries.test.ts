import { expect, it, vi } from 'vitest'
import { retentionLimits } from '#domain/platform/limits.ts'
import { judgeVersion } from '#domain/platform/password-strength.ts'
import { adapterOf } from '#server/platform/database/engine.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { importsWorld } from './imports-testing.ts'

/** A KeePass file of entries with identifiers. */
const file = (count: number, password: string): string => {
  const entries = Array.from({ length: count }, (_, place) => {
    const uuid = Buffer.alloc(16, `entrée ${place}`).toString('base64')
    const string = (key: string, value: string) => `<String><Key>${key}</Key><Value>${value}</Value></String>`
    return `<Entry><UUID>${uuid}</UUID>${string('Title', `Entrée ${place}`)}${string('Password', `${password}-${place}`)}</Entry>`
  })
  return `<KeePassFile><Root><Group><Name>Base</Name>${entries.join('')}</Group></Root></KeePassFile>`
}

eachEngine((engine) => {
  const at = importsWorld(engine)

  const load = async (content: string) => {
    const form = new FormData()
    form.append('chestId', String(at.chest.id))
    form.append('file', new Blob([content]), 'a.xml')
    const reply = await at.call('POST', '/api/import/keepass', form)
    expect(reply.status, reply.text).toBe(200)
    return bodyOf<{ success: string }>(reply).success
  }
  const undoLast = async () => {
    const list = bodyOf<{ id: number; undoneAt: string | null }[]>(
      await at.call('GET', `/api/import/?chestId=${at.chest.id}`),
    )
    const last = list.find(({ undoneAt }) => undoneAt === null)
    const reply = await at.call('POST', `/api/import/${last?.id}/undo`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  /** Counts the prepared statements of transactions. */
  const statementsOf = async (work: () => Promise<void>): Promise<number> => {
    const adapter = adapterOf(at.app.deps.db)
    const perform = adapter.perform.bind(adapter)
    let statements = 0
    adapter.perform = (executor, isWithin, ...rest) => {
      if (isWithin) statements += 1
      return perform(executor, isWithin, ...rest) as never
    }
    try {
      await work()
    } finally {
      adapter.perform = perform
    }
    return statements
  }
  const items = async () => {
    const { db } = at.app.deps
    const rows = await db
      .selectFrom('items')
      .select('id')
      .where('chest_id', '=', at.chest.id)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  const judgedBy = async () => {
    const row = at.app.deps.db.selectFrom('chests').select('judged_by').where('id', '=', at.chest.id)
    return (await row.executeTakeFirstOrThrow()).judged_by
  }
  const passwordOf = async (id: number) => (await at.call('GET', `/api/item/${id}/copy`)).body
  const oldPasswords = async (id: number) => {
    const versions = bodyOf<{ id: number; paramName: string }[]>(
      await at.call('GET', `/api/item/${id}/version/`),
    ).filter(({ paramName }) => paramName === 'password')
    return Promise.all(
      versions.map(async (version) => {
        const path = `/api/item/${id}/version/${version.id}/open`
        return bodyOf<{ value: string }>(await at.call('POST', path, {})).value
      }),
    )
  }

  /** Does something else once, while a password is rated: planning is done then, writing is not begun. */
  const whileRating = async (other: () => Promise<unknown>, work: () => Promise<void>): Promise<void> => {
    const { strength } = at.app.deps
    const levelOf = strength.levelOf.bind(strength)
    let isFirst = true
    strength.levelOf = async (...given) => {
      if (isFirst) {
        isFirst = false
        await other()
      }
      return levelOf(...given)
    }
    try {
      await work()
    } finally {
      strength.levelOf = levelOf
    }
  }

  it('are written in a statement each, and some for all of them [MNGR-31]', async () => {
    const count = 200
    await load(file(count, 'avant'))
    const statements = await statementsOf(async () => {
      expect(await load(file(count, 'après'))).toContain('200')
    })
    expect(statements).toBeGreaterThanOrEqual(count)
    expect(statements).toBeLessThan(count + 60)
    const ids = await items()
    expect(await Promise.all(ids.map(passwordOf))).toEqual(ids.map((_, place) => `après-${place}`))
    expect(await oldPasswords(ids[7] ?? 0)).toEqual(['avant-7'])
  })

  it('are undone in a statement each, and some for all of them [MNGR-23]', async () => {
    const count = 200
    await load(file(count, 'avant'))
    await load(file(count, 'après'))
    const statements = await statementsOf(async () => {
      expect(await undoLast()).toEqual({ undone: count, kept: [] })
    })
    expect(statements).toBeLessThan(count + 60)
    const ids = await items()
    expect(await Promise.all(ids.map(passwordOf))).toEqual(ids.map((_, place) => `avant-${place}`))
    expect(await oldPasswords(ids[7] ?? 0)).toEqual(['après-7', 'avant-7'])
    // The import before it can be undone as well: its items go to the trash, some statements for all.
    const folder = await at.app.deps.db
      .selectFrom('folders')
      .select('id')
      .where('chest_id', '=', at.chest.id)
      .executeTakeFirstOrThrow()
    const own = bodyOf<{ id: number }>(
      await at.call('POST', '/api/item/', {
        chestId: at.chest.id,
        parentFolderId: folder.id,
        name: 'GLPI',
        password: 'Ln9!correct-Horse',
      }),
    ).id
    const trashing = await statementsOf(async () => {
      expect(await undoLast()).toEqual({
        undone: count,
        kept: [['Base', 'Contient des éléments qui ne viennent pas de cet import']],
      })
    })
    expect(trashing).toBeLessThan(60)
    expect(await items()).toEqual([...ids, own])
    expect(await at.call('GET', `/api/item/${ids[7]}`)).toMatchObject({ status: 404 })
  })

  it('are left by an undo where somebody changed one while it was planned', async () => {
    await load(file(3, 'avant'))
    await load(file(3, 'après'))
    const [first = 0, second = 0] = await items()
    await whileRating(
      () => at.call('PATCH', `/api/item/${first}`, { elementType: 'password', elementValue: 'à la main' }),
      async () => {
        expect(await undoLast()).toEqual({
          undone: 2,
          kept: [['Entrée 0', "Modifié ou déplacé depuis l'import"]],
        })
      },
    )
    expect(await passwordOf(first)).toBe('à la main')
    expect(await passwordOf(second)).toBe('avant-1')
  })

  it('get back what they had before each import that is undone, from the last to the first [MNGR-24]', async () => {
    for (const password of ['avant', 'après', 'ensuite']) await load(file(1, password))
    const [id = 0] = await items()
    await undoLast()
    expect(await passwordOf(id)).toBe('après-0')
    await undoLast()
    expect(await passwordOf(id)).toBe('avant-0')
  })

  /** The file of one entry with extra fields, visible ones and a concealed one. */
  const withFields = (password: string, visible: Readonly<Record<string, string>>, pin?: string) => {
    const strings = Object.entries(visible).map(
      ([key, value]) => `<String><Key>${key}</Key><Value>${value}</Value></String>`,
    )
    if (pin) strings.push(`<String><Key>PIN</Key><Value ProtectInMemory="True">${pin}</Value></String>`)
    return file(1, password).replace('</Entry>', `${strings.join('')}</Entry>`)
  }
  const fieldsOf = async (id: number) =>
    bodyOf<{ fields: { label: string; value: unknown }[] }>(
      await at.call('GET', `/api/item/${id}`),
    ).fields.map(({ label, value }) => [label, value])

  it('lose the fields that an import added, where later ones that changed them were undone before it [MNGR-24]', async () => {
    await load(withFields('avant', { Bureau: 'B12' }))
    const [id = 0] = await items()
    await load(withFields('avant', { Bureau: 'B12', Poste: '204' }, '1111'))
    await load(withFields('après', { Bureau: 'B13', Poste: '205', Salle: 'C1' }, '2222'))
    await load(withFields('ensuite', { Bureau: 'B14', Poste: '206', Salle: 'C2' }, '3333'))
    await undoLast()
    await undoLast()
    const added = [
      ['Poste', '204'],
      ['PIN', true],
    ]
    expect(await fieldsOf(id)).toEqual([['Bureau', 'B12'], ...added])
    expect(await passwordOf(id)).toBe('avant-0')
    expect(await undoLast()).toEqual({ undone: 1, kept: [] })
    expect(await fieldsOf(id)).toEqual([['Bureau', 'B12']])
    // The same file brings them again, and the first import is undone as ever.
    await load(withFields('avant', { Bureau: 'B12', Poste: '204' }, '1111'))
    expect(await fieldsOf(id)).toEqual([['Bureau', 'B12'], ...added])
    await undoLast()
    await undoLast()
    expect(await items()).toEqual([id])
    expect(await at.call('GET', `/api/item/${id}`)).toMatchObject({ status: 404 })
  })

  it('get their passwords back with a level that counts their name and login', async () => {
    await load(file(1, 'avant'))
    await load(file(1, 'après'))
    const rated = vi.spyOn(at.app.deps.strength, 'levelOf')
    try {
      await undoLast()
      expect(rated.mock.calls).toEqual([['avant-0', ['Entrée 0', '']]])
    } finally {
      rated.mockRestore()
    }
  })

  it('have a level, and leave the chest to be rated, where another undoing gave them back meanwhile', async () => {
    await load(file(2, 'avant'))
    const [first = 0, second = 0] = await items()
    await load(file(2, 'après'))
    await load(file(2, 'ensuite').replace(/<Entry>.*?<[/]Entry>/, ''))
    expect(await judgedBy()).toBe(judgeVersion)
    const list = bodyOf<{ id: number }[]>(await at.call('GET', `/api/import/?chestId=${at.chest.id}`))
    const [last, middle] = list.map(({ id }) => `/api/import/${id}/undo`)
    const other = await at.world.addUser({ login: 'autre' })
    await at.world.grantUser(at.chest, other, at.world.allRights)
    const cookie = await at.world.session(other)
    await whileRating(
      async () =>
        expect((await at.call('POST', last ?? '', undefined, cookie)).body).toMatchObject({ undone: 1 }),
      async () => expect((await at.call('POST', middle ?? '')).body).toMatchObject({ undone: 2 }),
    )
    expect([await passwordOf(first), await passwordOf(second)]).toEqual(['avant-0', 'avant-1'])
    const levels = [first, second].map(
      async (id) => bodyOf<{ level: number }>(await at.call('GET', `/api/item/${id}`)).level,
    )
    expect(await Promise.all(levels)).toEqual([1, 1])
    expect(await judgedBy()).toBe(0)
  })

  it('leave the chest to be rated again where the time for rating was over', async () => {
    await load(file(2, 'avant'))
    expect(await judgedBy()).toBe(judgeVersion)
    const now = performance.now.bind(performance)
    let aheadMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
    try {
      await whileRating(
        () => Promise.resolve((aheadMs = 60_000)),
        async () => void (await load(file(2, 'après'))),
      )
    } finally {
      clock.mockRestore()
    }
    expect(await judgedBy()).toBe(0)
  })

  it('keep the ten newest old values of a field', async () => {
    for (let turn = 0; turn <= retentionLimits.versionsPerField + 2; turn += 1)
      await load(file(2, `n${turn}`))
    const [, second = 0] = await items()
    expect(await passwordOf(second)).toBe('n12-1')
    expect(await oldPasswords(second)).toEqual(
      Array.from({ length: retentionLimits.versionsPerField }, (_, place) => `n${11 - place}-1`),
    )
  })

  it('are compared again where somebody changed one in between, and theirs stays', async () => {
    await load(file(3, 'avant'))
    const [first = 0, second = 0] = await items()
    await whileRating(
      () => at.call('PATCH', `/api/item/${first}`, { elementType: 'password', elementValue: 'à la main' }),
      async () => {
        await load(file(3, 'après'))
      },
    )
    expect(await passwordOf(first)).toBe('à la main')
    expect(await passwordOf(second)).toBe('après-1')
    expect(await oldPasswords(second)).toEqual(['avant-1'])
  })
})
