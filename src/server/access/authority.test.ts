import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keyErrorTexts } from '#texts/platform/server.ts'
import { confirmFor } from '#server/installation.ts'
import { openKeyring } from '#server/platform/crypto/keyring.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { eachEngine, openTestDatabase } from '../testing/databases.ts'
import { startOfficeWorld } from '../testing/offices.ts'
import { dropAuthorityKey, isGenuine, proofColumns, proveRows } from './authority.ts'
import { isProved, macOf, provedColumns, provedTables } from './proved-rows.ts'

const key = createSecretKey(randomBytes(32))

describe('the proof of a row', () => {
  /** A row with a value in every column of every table. */
  const row = Object.fromEntries(
    Object.values(provedColumns)
      .flat()
      .map((column, index) => [column, index + 1]),
  ) as never

  it.each(provedTables)('of %s covers each column, the table and the time [PROV-01]', (table) => {
    const proof = { mac: macOf(key, table, row, 5), mac_at: 5 }
    const stored = Object.assign({}, row, proof) as never
    expect(isProved(key, table, stored)).toBe(true)
    for (const column of provedColumns[table])
      for (const value of [0, null, 'x', new Uint8Array([1]), Number.NaN, undefined])
        expect(isProved(key, table, { ...(stored as object), [column]: value } as never), column).toBe(false)
    expect(isProved(key, table, { ...(stored as object), mac_at: 6 } as never)).toBe(false)
    expect(isProved(key, table, { ...(stored as object), mac: null } as never)).toBe(false)
    expect(isProved(createSecretKey(randomBytes(32)), table, stored)).toBe(false)
    for (const other of provedTables)
      if (other !== table) expect(macOf(key, other, row, 5)).not.toBe(proof.mac)
  })
})

eachEngine((engine) => {
  describe('the key of the proofs', () => {
    const folder = () => mkdtempSync(join(tmpdir(), 'trousseau-authority-'))
    const keyring = () => openKeyring({ active: 1, keys: [{ version: 1, key: randomBytes(32) }] })

    it('is generated once: rows that are there are proved then, and none later [PROV-08]', async () => {
      const database = await openTestDatabase(engine)
      const { db } = database
      const [place, root] = [folder(), keyring()]
      // An upgrade finds rows without proofs.
      await sql`
        insert into users (id, login, email, first_name, last_name, role, type, state_id, read_features, second_factor,
                           qr_scanned, last_step, failures, blocks, created_at)
        values (1, 'camille', 'c@exemple.fr', 'C', 'D', 'ROLE_INTERVENANT', 'STANDARD', 1, 0, 'totp', 0, 0, 0, 0, 1)`.execute(
        db,
      )
      await confirmFor(database, { dataFolder: place })(root)
      const stored = await db.selectFrom('users').select(proofColumns('users')).executeTakeFirstOrThrow()
      expect(isGenuine(db, 'users', stored, { id: 1 })).toBe(true)
      const restarted = async () => {
        const again = await openDatabase(database.options)
        try {
          await confirmFor(again, { dataFolder: place })(root)
          return (await again.db.selectFrom('users').select('mac').executeTakeFirstOrThrow()).mac !== null
        } finally {
          await again.close()
        }
      }
      await sql`update users set mac = null, mac_at = null`.execute(db)
      expect(await restarted(), 'no forged row is proved').toBe(false)
      await sql`create table aside as select * from users`.execute(db)
      await sql`delete from users`.execute(db)
      await expect(restarted()).rejects.toThrow(keyErrorTexts.ACCOUNTS_LOST(join(place, 'authority.proved')))
      await sql`insert into users select * from aside`.execute(db)
      await sql`delete from installation_keys`.execute(db)
      await expect(restarted()).rejects.toThrow(keyErrorTexts.AUTHORITY_LOST(join(place, 'authority.proved')))
      rmSync(join(place, 'authority.proved'))
      expect(await restarted(), 'the operator has decided it').toBe(true)
      rmSync(place, { recursive: true })
      await database.close()
    })

    it('proves rights, memberships and banks at its first start as they are, with marks [PROV-08]', async () => {
      const at = await startOfficeWorld(engine)
      const { app, world, mairie } = at
      const reader = await at.person('lectrice', [mairie])
      const member = await at.person('membre')
      const chest = await world.addChest('Avant', reader, [mairie])
      await world.grantTeam(chest, await world.addTeam('Équipe', [member], [mairie]))
      // As an older version left it.
      for (const table of provedTables)
        await sql`update ${sql.table(table)} set mac = null`.execute(app.plainDb)
      for (const table of ['users', 'teams', 'banks', 'chests'])
        await sql`update ${sql.table(table)} set mark = null`.execute(app.plainDb)
      for (const table of ['users', 'teams', 'chests'])
        await sql`update ${sql.table(table)} set bank_marks = ''`.execute(app.plainDb)
      await sql`update users set team_marks = ''`.execute(app.plainDb)
      await sql`update chest_user_rights set chest_mark = null, user_mark = null`.execute(app.plainDb)
      await sql`update chest_team_rights set chest_mark = null, team_mark = null`.execute(app.plainDb)
      const read = async (who: typeof reader) =>
        (
          await app.call({
            method: 'GET',
            path: `/api/explorer/data/?chestId=${chest.id}`,
            cookie: await world.session(who),
          })
        ).status
      await expect(read(reader)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
      await app.plainDb.transaction().execute((tx) => proveRows(tx, app.time.now))
      expect([await read(reader), await read(member)]).toEqual([200, 200])
      await sql`delete from bank_chests`.execute(app.plainDb)
      const stranger = await at.person('étrangère')
      await world.grantUser(chest, stranger)
      expect(await read(stranger), 'the chest is still on its bank').toBe(404)
      await app.close()
    })

    it('is given up with all its proofs when nothing unwraps it', async () => {
      const { app, chief } = await startOfficeWorld(engine)
      const { db } = app.deps
      await db.transaction().execute(dropAuthorityKey)
      expect((await chief.call('GET', '/api/account')).status).toBe(401)
      expect(await db.selectFrom('users').select('id').where('mac', 'is not', null).execute()).toEqual([])
      await app.close()
    })
  })
})
