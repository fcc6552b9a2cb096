import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { journal } from '#contract/office/journal.ts'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import type { TestChest } from '#server/testing/world.ts'
import { sentenceText } from '#texts/office/journal.ts'

type Page = ReplyOf<typeof journal.list>
type Entry = Page['entries'][number]

const secret = 'Motdepasse-CANARI-42!'

eachEngine((engine) => {
  describe('the journal', () => {
    let at: OfficeWorld
    let clerk: Person
    let stranger: Person
    let chest: TestChest
    let foreign: TestChest
    let item: number
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      clerk = await at.person('agent', [at.mairie])
      stranger = await at.person('soignant', [at.clinique])
      chest = await at.world.addChest('Production', clerk, [at.mairie])
      foreign = await at.world.addChest('Bloc opératoire', stranger, [at.clinique])
      item = await addItem(clerk, chest, 'GLPI')
      const other = await addItem(stranger, foreign, 'Radiologie')
      await copy(clerk, item)
      await copy(stranger, other)
    })
    afterAll(() => at.app.close())

    const addItem = async (as: Person, to: TestChest, name: string): Promise<number> => {
      const reply = await as.call('POST', '/api/item/', { chestId: to.id, name, password: secret })
      expect(reply.status, reply.text).toBe(201)
      return (reply.body as { id: number }).id
    }
    const copy = async (as: Person, id: number) =>
      expect((await as.call('GET', `/api/item/${id}/copy`)).status).toBe(200)
    const read = async (as: Person, query = '', path = '/api/journal/'): Promise<Page> => {
      const reply = await as.call('GET', `${path}${query && `?${query}`}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.body as Page
    }
    const every = async (as: Person, query = '', limit = 7): Promise<Entry[]> => {
      const found: Entry[] = []
      for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null;) {
        const page: Page = await read(as, `${query}&limit=${limit}&before=${next}`)
        found.push(...page.entries)
        ;({ next } = page)
      }
      return found
    }
    const told = (entries: readonly Entry[]) =>
      entries.map((entry) => `${entry.actor?.login ?? entry.by} ${sentenceText(entry)}`)

    it('tells a super administrator everything, latest first, and no secret [JOUR-01] [JOUR-02] [JOUR-05]', async () => {
      const entries = await every(at.chief)
      const rows = await at.app.deps.db.selectFrom('journal').select('seq').orderBy('seq', 'desc').execute()
      expect(entries.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq))
      expect(told(entries)).toContain(`soignant a lu ou copié le mot de passe n°\u00a0${item + 1}`)
      expect(JSON.stringify(entries)).not.toContain('CANARI')
    })

    it('is read whatever action somebody has written into the database [JOUR-01]', async () => {
      const { db } = at.app.deps
      const origin = { ip: '192.0.2.7', requestId: '', userAgent: '' }
      const written = ['toString', '__proto__', 'inconnue']
      for (const action of written) await at.app.deps.journal.record(db, null, origin, { action } as never)
      const entries = (await read(at.chief, `limit=${written.length}`)).entries
      expect(entries.map(({ action, group }) => [action, group])).toEqual(
        written.toReversed().map((action) => [action, 'system']),
      )
      await db.deleteFrom('journal').where('action', 'in', written).execute()
    })

    it('names an item only to those who may read it [JOUR-04]', async () => {
      await at.world.grantUser(chest, at.admin)
      const [entry] = (await read(at.admin, 'group=secrets')).entries
      expect(entry && told([entry])).toEqual(['agent a lu ou copié le mot de passe «\u00a0GLPI\u00a0»'])
      expect(entry).toMatchObject({ chest: { id: chest.id, name: 'Production', exists: true } })
    })

    it('tells an administrator nothing of another bank [JOUR-02] [JOUR-03]', async () => {
      const entries = await every(at.admin)
      expect(entries.length).toBeGreaterThan(0)
      expect(entries.filter(({ chest: of }) => of?.id === foreign.id)).toEqual([])
      expect(JSON.stringify(entries)).not.toMatch(/soignant|Bloc/)
      const wanted = [
        `chestId=${foreign.id}`,
        `person=${stranger.id}`,
        `text=soignant`,
        `text=bloc`,
        `itemId=${item + 1}`,
      ]
      for (const query of wanted) expect((await read(at.admin, query)).entries, query).toEqual([])
      for (const query of wanted)
        expect((await read(at.neighbour, query)).entries.length, query).toBeGreaterThan(0)
    })

    it('hides who acted in a chest that another bank shares, from those who cannot read it [JOUR-03]', async () => {
      const shared = await at.world.addChest('Partagé', stranger, [at.mairie, at.clinique])
      const inside = await addItem(stranger, shared, 'Commun')
      await copy(stranger, inside)
      const [entry] = (await read(at.admin, `chestId=${shared.id}&group=secrets`)).entries
      expect(entry).toMatchObject({ by: 'hidden', actor: null, ip: null, session: null })
      for (const query of [`person=${stranger.id}`, 'ip=127.0.0.1&text=soignant'])
        expect((await read(at.admin, query)).entries, query).toEqual([])
      await at.world.grantUser(shared, at.admin)
      const [known] = (await read(at.admin, `chestId=${shared.id}&group=secrets`)).entries
      expect(known).toMatchObject({ by: 'person', actor: { login: 'soignant' } })
    })

    it('filters by person, chest, item, group, outcome, address, moment and words [JOUR-06]', async () => {
      await at.admin.call('PATCH', `/api/user/${clerk.id}`, { update: { firstName: 'Élodie' } })
      const refused = await clerk.call('GET', `/api/item/${item + 1}/copy`)
      expect(refused.status).toBe(404)
      const all = await every(at.chief)
      const by = (keep: (entry: Entry) => boolean) => all.filter(keep).map(({ seq }) => seq)
      const concerns = (entry: Entry) =>
        entry.actor?.id === clerk.id || entry.named.some((one) => one.kind === 'user' && one.id === clerk.id)
      const cases: [string, number[]][] = [
        [`person=${clerk.id}`, by(concerns)],
        [`chestId=${chest.id}`, by((entry) => entry.chest?.id === chest.id)],
        [`itemId=${item}`, by((entry) => entry.named.some((one) => one.kind === 'item' && one.id === item))],
        ['group=secrets', by((entry) => entry.group === 'secrets')],
        ['outcome=refused', by((entry) => entry.outcome === 'refused')],
        ['ip=127.0.0.1', by((entry) => entry.ip === '127.0.0.1')],
        ['text=elodie', by(concerns)],
        ['text=production', by((entry) => entry.chest?.id === chest.id)],
        [
          `text=production&group=content&person=${clerk.id}`,
          by((one) => one.chest?.id === chest.id && one.group === 'content'),
        ],
        ['text=inexistant', []],
      ]
      for (const [query, seqs] of cases) {
        expect(
          (await every(at.chief, query, 3)).map(({ seq }) => seq),
          query,
        ).toEqual(seqs)
        if (query !== 'text=inexistant') expect(seqs.length, query).toBeGreaterThan(0)
      }
    })

    it('jumps to a moment [JOUR-06]', async () => {
      const before = new Date(at.app.time.now + 1).toISOString()
      at.app.time.now += 60_000
      await copy(clerk, item)
      const since = await every(at.chief, `from=${before}`)
      expect(told(since)).toEqual([`agent a lu ou copié le mot de passe n°\u00a0${item}`])
      expect((await every(at.chief, `to=${before}`)).map(({ seq }) => seq)).not.toContain(since[0]?.seq)
      expect((await read(at.chief, `to=${before}`)).entries.length).toBeGreaterThan(0)
    })

    it('finds an item in the ranges of an import and of an export [MNGR-30]', async () => {
      const file = new FormData()
      file.append('chestId', String(chest.id))
      file.append('file', new Blob(['nom;mot de passe\nUn;aaa\nDeux;bbb\nTrois;ccc']), 'a.csv')
      expect((await clerk.call('POST', '/api/import/csv', file)).status).toBe(200)
      const newest = await at.app.deps.db
        .selectFrom('items')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const entries = await every(at.chief, `itemId=${newest.id - 1}`)
      expect(entries.map(({ action }) => action)).toContain('import.csv')
      const names = (entry: Entry | undefined) => entry?.named.map(({ kind, name }) => [kind, name])
      const imported = entries.find(({ action }) => action === 'import.csv')
      expect(names(imported)).toEqual(Array.from({ length: 3 }, () => ['item', null]))
      // Named to whoever may read them.
      const [own] = (await read(clerk, 'group=transfers', `/api/chest/${chest.id}/journal/`)).entries
      expect(names(own)).toEqual(['Un', 'Deux', 'Trois'].map((name) => ['item', name]))
      expect((await every(at.chief, `itemId=${item}`)).map(({ action }) => action)).not.toContain(
        'import.csv',
      )
    })

    it('loses and repeats no entry while others are written [JOUR-01]', async () => {
      const seen: number[] = []
      const first = await read(at.chief, 'limit=5')
      const newest = first.entries[0]?.seq ?? 0
      for (let page = first; ; page = await read(at.chief, `limit=5&before=${page.next}`)) {
        seen.push(...page.entries.map(({ seq }) => seq))
        if (page.next === null) break
        await copy(clerk, item)
      }
      const rows = await at.app.deps.db
        .selectFrom('journal')
        .select('seq')
        .where('seq', '<=', newest)
        .orderBy('seq', 'desc')
        .execute()
      expect(seen).toEqual(rows.map(({ seq }) => seq))
    })

    it('keeps the names of teams, banks and chests that are gone [JOUR-09]', async () => {
      const team = await at.world.addTeam('Astreinte', [clerk], [at.mairie])
      expect((await at.admin.call('DELETE', `/api/team/${team}`)).status).toBe(200)
      const [entry] = (await read(at.admin, 'group=people')).entries
      expect(entry && told([entry])).toEqual(['admin-mairie a supprimé le groupe «\u00a0Astreinte\u00a0»'])
      const bank = await at.world.addBank('Éphémère')
      expect((await at.chief.call('DELETE', `/api/bank/${bank}`)).status).toBe(200)
      const [gone] = (await read(at.chief, 'group=people')).entries
      expect(gone && told([gone])).toEqual(['chef a supprimé la banque «\u00a0Éphémère\u00a0»'])
      const old = await at.world.addChest('Ancien', at.chief, [])
      expect((await at.chief.call('DELETE', `/api/chest/${old.id}`)).status).toBe(200)
      at.app.time.now += 31 * 24 * 3_600_000
      await at.app.jobs['erase-chests'](async () => true)
      const [, deleted] = (await read(await again(at.chief), `chestId=${old.id}`)).entries
      expect(deleted?.chest).toEqual({ id: old.id, name: 'Ancien', exists: false })
    })

    /** Sessions end while the clock of a test jumps. */
    const again = async (who: Person): Promise<Person> => {
      const cookie = await at.world.session(who)
      return {
        ...who,
        call: (method, path, body, headers = {}) => at.app.call({ method, path, body, cookie, headers }),
      }
    }

    it("gives a chest's own journal to those who hold all rights on it, and to nobody else [JOUR-10]", async () => {
      const [owner, reader, other] = [
        await again(clerk),
        await again(await at.person('lecteur', [at.mairie])),
        await again(stranger),
      ]
      await at.world.grantUser(chest, reader)
      const path = `/api/chest/${chest.id}/journal/`
      const page = await read(owner, 'group=secrets', path)
      expect(page.entries.length).toBeGreaterThan(0)
      expect(told(page.entries)[0]).toBe('agent a lu ou copié le mot de passe «\u00a0GLPI\u00a0»')
      for (const query of [`person=${clerk.id}`, 'text=agent', `itemId=${item}`])
        expect((await read(owner, query, path)).entries.length, query).toBeGreaterThan(0)
      expect(new Set((await read(owner, 'limit=200', path)).entries.map((entry) => entry.chest?.id))).toEqual(
        new Set([chest.id]),
      )
      expect(codeOfReply(await reader.call('GET', path))).toEqual([409, 'RIGHT_REQUIRED'])
      expect(codeOfReply(await other.call('GET', path))).toEqual([404, 'CHEST_NOT_FOUND'])
      expect(codeOfReply(await owner.call('GET', '/api/journal/'))).toEqual([403, 'ROLE_REQUIRED'])
      const file = await owner.call('POST', `/api/chest/${chest.id}/journal/export`, { format: 'jsonl' })
      expect(file.status, file.text).toBe(200)
      const lines = file.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Entry)
      expect(lines.map((entry) => entry.chest?.id).every((id) => id === chest.id)).toBe(true)
      expect(lines[0]).toMatchObject({ action: 'journal.exported' })
    })

    it('looks at some thousands of rows in one request, and says how far it has looked [JOUR-07]', async () => {
      const chief = await again(at.chief)
      const total = await every(chief, 'outcome=done')
      const row = {
        at: at.app.time.now,
        ip: '192.0.2.9',
        action: 'sign-in.done',
        outcome: 'refused' as const,
        objects: '{}',
      }
      const rows = Array.from({ length: 1_000 }, () => row)
      for (let batch = 0; batch < 10; batch += 1)
        await at.app.deps.db.insertInto('journal').values(rows).execute()
      const page = await read(chief, 'outcome=done')
      expect(page.entries).toEqual([])
      expect(page.next).toBeGreaterThan(0)
      expect(page.searchedTo).toBe(new Date(at.app.time.now).toISOString())
      expect(await every(chief, 'outcome=done')).toEqual(total)
      expect(total.length).toBeGreaterThan(0)
      // Actions that may be refused are looked up: that search examines no others.
      expect((await read(chief, 'outcome=refused&limit=1')).entries).toHaveLength(1)
    })

    it('says at the end since when it is kept [JRNL-08]', async () => {
      const chief = await again(at.chief)
      const ends = async () => (await read(chief, 'text=zzz')).keptSince
      expect(await ends()).toBeNull()
      const { db } = at.app.deps
      const until = Date.UTC(2025, 0)
      const record = { until, anchor: '{}', mac: new Uint8Array() }
      await db
        .insertInto('journal_archives')
        .values({ number: 1, at: 0, file: 'journal-2024-12.archive', first_block: 1, ...record })
        .execute()
      const others = new Date(until).toISOString()
      expect(await ends()).toEqual({ others, secrets: null })
      await db
        .insertInto('journal_cut')
        .values({ id: 1, block: 1, ...record })
        .execute()
      expect(await ends()).toEqual({ others, secrets: others })
      expect((await read(chief, 'limit=1')).keptSince, 'before the end').toBeNull()
      await db.deleteFrom('journal_archives').execute()
      await db.deleteFrom('journal_cut').execute()
    })

    it('exports what the filters leave, recorded, with no formula [JOUR-05] [JOUR-11]', async () => {
      const chief = await again(at.chief)
      const admin = await again(at.admin)
      await at.app.deps.db
        .updateTable('chests')
        .set({ name: '=1+1;"a"' })
        .where('id', '=', chest.id)
        .execute()
      const file = await chief.call('POST', '/api/journal/export', {
        format: 'csv',
        group: 'secrets',
        chestId: chest.id,
      })
      expect(file.status, file.text).toBe(200)
      expect(file.headers['content-disposition']).toMatch(
        /^attachment; filename="journal-2026-\d\d-\d\d\.csv"$/,
      )
      const [head, ...lines] = file.text.trimEnd().split('\r\n')
      expect(head).toBe(
        '\uFEFFN°;Date (UTC);Auteur;Identifiant;Action;Coffre;Adresse IP;Résultat;Importance;Code;Preuve',
      )
      const expected = await every(chief, `group=secrets&chestId=${chest.id}`)
      expect(lines).toHaveLength(expected.length)
      expect(lines[0]).toContain(`;"'=1+1;""a""";`)
      expect(file.text).not.toContain('CANARI')
      const [event] = (await at.journalOf('journal.exported')).slice(-1)
      expect(event).toEqual({
        chest: null,
        objects: {
          format: 'csv',
          filters: [`chestId:${chest.id}`, 'group:secrets'],
          export: lines[0]?.match(/;v1\.([\w-]{16})\.1\./)?.[1],
        },
      })
      const own = await admin.call('POST', '/api/journal/export', { format: 'jsonl' })
      expect(own.text).not.toMatch(/Bloc/)
      // Refused at the chest before: somebody of another bank stays unnamed.
      expect(own.text).toContain('"by":"hidden"')
    })
  })
})
