import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unlockLimits } from '#domain/platform/limits.ts'
import { changeUser, genuineUser } from './access/account-rows.ts'
import { dropDormantGrants } from './access/last-bank.ts'
import { changeMarks, markOf } from './access/proved-changes.ts'
import { endSession } from './identity/authentication/live-sessions.ts'
import { requireRoomInBanks } from './office/banks/user-limit.ts'
import { changeBank } from './office/users/change-bank.ts'
import { lockBanks, lockLinks, lockTeam } from './access/row-locks.ts'
import { lockRows } from './platform/database/lock-rows.ts'
import type { Tables } from './platform/database/tables.ts'
import { codeOfReply, type Reply } from './testing/app.ts'
import { eachEngine } from './testing/databases.ts'
import { startOfficeWorld, type OfficeWorld } from './testing/offices.ts'
import { meet } from './testing/two-transactions.ts'
import { markDeleted, restoreChest } from './vault/chests/deletion.ts'
import { addFavouriteChest } from './vault/favourites/favourite-rows.ts'
import { countTry, recordWrongTry, uncountTry } from './vault/master-key/tries.ts'
import { insertNota, takeNota } from './vault/nota/nota-rows.ts'

type Tx = Transaction<Tables>

eachEngine((engine) => {
  let office: OfficeWorld
  beforeAll(async () => {
    office = await startOfficeWorld(engine)
  })
  afterAll(() => office.app.close())

  const db = () => office.app.deps.db
  const inOne = <Result>(work: (tx: Tx) => Promise<Result>) => db().transaction().execute(work)
  /** Runs a change, and a call that meets it. @returns the reply's status and code */
  const callDuring = async (change: (tx: Tx) => Promise<unknown>, call: () => Promise<Reply>) => {
    // Without the proofs of tests: their statement would wait in place of the call's own.
    const { second } = await meet(office.app.plainDb, change, call)
    if (second.status === 'rejected') throw second.reason
    return codeOfReply(second.value)
  }
  const deletedChest = async (name: string, banks: number[]) => {
    const chest = await office.world.addChest(name, office.chief, banks)
    await inOne((tx) => markDeleted(tx, chest.id, office.app.time.now))
    return chest
  }

  it('a chest is restored once', async () => {
    const { id } = await deletedChest('Une fois', [])
    const restore = (tx: Tx) => restoreChest(tx, id, office.app.time.now)
    const { second } = await meet(db(), restore, () => inOne(restore))
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'CHEST_NOT_FOUND' } })
  })

  it('a bank is not deleted whose chest is restored meanwhile', async () => {
    const bank = await office.world.addBank('Rendue')
    const { id } = await deletedChest('Rendu', [bank])
    const reply = await callDuring(
      (tx) => restoreChest(tx, id, office.app.time.now),
      () => office.chief.call('DELETE', `/api/bank/${bank}`),
    )
    expect(reply[1]).toBe('BANK_NOT_EMPTY')
    const left = db().selectFrom('bank_chests').select('bank_id').where('chest_id', '=', id)
    expect(await left.execute()).toEqual([{ bank_id: bank }])
  })

  /** Deletes a bank in the way of `removeBank`. */
  const withoutBank = (bank: number) => async (tx: Tx) => {
    await lockLinks(tx, 'removal')
    await lockBanks(tx, [bank], 'removal')
    await tx.deleteFrom('bank_users').where('bank_id', '=', bank).execute()
    await tx.deleteFrom('banks').where('id', '=', bank).execute()
  }

  it("a bank that is removed meanwhile is nobody's current bank", async () => {
    const bank = await office.world.addBank('Quittée')
    await office.app.prove()
    const choice = () => office.chief.call('PATCH', `/api/user/last_bank_id/${bank}`)
    expect(await callDuring(withoutBank(bank), choice)).toEqual([404, 'BANK_NOT_FOUND'])
    const row = db().selectFrom('users').select('last_bank_id').where('id', '=', office.chief.id)
    expect(await row.execute()).toEqual([{ last_bank_id: null }])
  })

  it('a bank that becomes a current bank while it is removed is taken out of a row that stays proved', async () => {
    const { world, app, chief } = office
    const bank = await world.addBank('Choisie')
    const user = await office.person('choisit', [], 'ROLE_SUPER_ADMINISTRATOR')
    await app.prove()
    const times = { expiresAt: app.time.now + 1, lastSeenAt: app.time.now }
    const type = { role: 'ROLE_SUPER_ADMINISTRATOR', type: 'STANDARD', lastBankId: null } as const
    const actor = { ...user, ...type, ...times, name: '', sessionId: 'x' }
    const origin = { ip: '127.0.0.1', requestId: 'test', userAgent: 'test' }
    const reply = await callDuring(
      (tx) => {
        // The transaction of the choice is held by the test.
        const held = { transaction: () => ({ execute: (work: (tx: Tx) => Promise<unknown>) => work(tx) }) }
        const deps = { ...app.deps, db: held } as unknown as Parameters<typeof changeBank>[0]
        return changeBank(deps, { actor, origin }, bank)
      },
      () => chief.call('DELETE', `/api/bank/${bank}`),
    )
    expect(reply[0]).toBe(200)
    expect(await genuineUser(app.plainDb, user.id)).toMatchObject({ last_bank_id: null })
  })

  it('a bank that is removed meanwhile keeps no template', async () => {
    const bank = await office.world.addBank('Sans modèle')
    const role = 'ROLE_ADMINISTRATOR'
    const user = await office.world.addUser({ login: 'modeliste', role, banks: [bank], currentBank: bank })
    const cookie = await office.world.session(user)
    await office.app.prove()
    const template = { folders: [{ name: 'Serveurs' }] }
    const [status] = await callDuring(withoutBank(bank), () =>
      office.app.call({ method: 'PATCH', path: '/api/administration/template', body: { template }, cookie }),
    )
    expect(status).not.toBe(200)
    const rows = db().selectFrom('settings').select('name').where('name', 'like', '%template%')
    expect(await rows.execute()).toEqual([])
  })

  it('a session that its owner ends meanwhile is counted once', async () => {
    const user = await office.person('sort', [])
    const [cookie = ''] = (await office.world.session(user)).split('=').slice(1)
    await office.app.prove()
    const { second } = await meet(
      office.app.plainDb,
      (tx) => endSession(tx, cookie),
      () => office.chief.call('DELETE', `/api/user/${user.id}/session`),
    )
    // The other one is that of `person`.
    expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200, body: { ended: 1 } } })
    const recorded = (await office.journalOf('user.sessions-ended')).at(-1)?.objects
    expect(recorded).toEqual({ user: user.id, ended: 1 })
  })

  it('a user who is deleted meanwhile is attached to no team', async () => {
    const { now } = office.app.time
    const gone = await office.person('parti')
    const team = await office.world.addTeam('Réseau', [])
    const reply = await callDuring(
      (tx) => changeUser(tx, gone.id, { deleted_at: now, login_key: null, email_key: null }, now),
      () => office.chief.call('POST', `/api/team/${team}/user`, { users: [gone.id] }),
    )
    expect(reply).toEqual([404, 'USER_NOT_FOUND'])
  })

  it('the mapping of a group of the directory is removed, and recorded, once', async () => {
    const { chief, world, app } = office
    const team = await world.addTeam('Annuaire', [])
    const row = { ad_id: 1, entry_key: 'cle', dn: 'cn=g', name: 'g', team_id: team }
    const { id } = await db()
      .insertInto('directory_groups')
      .values({ ...row, created_by: chief.id, created_at: app.time.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.prove()
    const reply = await callDuring(
      async (tx) => {
        await lockTeam(tx, team)
        await tx.deleteFrom('directory_groups').where('id', '=', id).execute()
      },
      () => chief.call('DELETE', `/api/administration/directory-group/${id}`),
    )
    expect(reply).toEqual([404, 'LINK_NOT_FOUND'])
    expect(await office.journalOf('directory.group-removed')).toEqual([])
  })

  it('the last seat of a bank is taken once', async () => {
    const bank = await office.world.addBank('Une place')
    await db().updateTable('banks').set({ max_user: 1 }).where('id', '=', bank).execute()
    const [one, other] = [await office.person('un'), await office.person('autre')]
    await office.app.prove()
    const reply = await callDuring(
      async (tx) => {
        await lockRows(tx, 'users', [one.id])
        await tx.insertInto('bank_users').values({ bank_id: bank, user_id: one.id }).execute()
        const marks = { list: 'bank_marks', add: [await markOf(tx, 'banks', bank)] } as const
        await changeMarks(tx, 'users', [one.id], marks, office.app.time.now)
        await requireRoomInBanks(tx, [bank])
      },
      () => office.chief.call('POST', `/api/bank/${bank}/user`, { users: [other.id] }),
    )
    expect(reply[1]).toBe('REACH_USER_LIMIT_IN_BANK')
  })

  it('the dormant grants of a chest end with its last bank, whichever of two that is', async () => {
    const { world, chief, mairie, clinique } = office
    const chest = await world.addChest('Deux banques', chief, [mairie, clinique])
    await world.grantUser(chest, await office.person('ancien', []))
    const detach = (bank: number) => async (tx: Tx) => {
      const lost = await dropDormantGrants(tx, bank, chest.id)
      await tx
        .deleteFrom('bank_chests')
        .where('bank_id', '=', bank)
        .where('chest_id', '=', chest.id)
        .execute()
      const marks = { list: 'bank_marks', remove: [await markOf(tx, 'banks', bank)] } as const
      await changeMarks(tx, 'chests', [chest.id], marks, office.app.time.now)
      return lost
    }
    const { first, second } = await meet(db(), detach(mairie), () => inOne(detach(clinique)))
    expect([first, second]).toEqual([[], { status: 'fulfilled', value: [chest.id] }])
  })

  it('a favourite that is added twice is one', async () => {
    const { chief, app } = office
    const chest = await office.world.addChest('Préféré', chief)
    const add = (tx: Tx) => addFavouriteChest(tx, { user: chief.id, chest: chest.id, at: app.time.now })
    const { first, second } = await meet(db(), add, () => inOne(add))
    expect(first).toBeDefined()
    expect(second).toEqual({ status: 'fulfilled', value: first })
  })

  it('an item is trashed once', async () => {
    const { chief, world, app } = office
    const chest = await world.addChest('Corbeille', chief)
    const made = await chief.call('POST', '/api/item/', {
      chestId: chest.id,
      name: 'GLPI',
      password: 'Ln9!correct-Horse',
    })
    const { id } = made.body as { id: number }
    const reply = await callDuring(
      async (tx) => {
        await lockRows(tx, 'chests', [chest.id])
        const row = { chest_id: chest.id, element: 'item', element_id: id } as const
        const at = { deleted_by: chief.id, deleted_at: app.time.now }
        const entry = tx.insertInto('trash_entries').values({ ...row, ...at })
        const { id: trash_id } = await entry.returning('id').executeTakeFirstOrThrow()
        const gone = { trash_id, deleted_at: app.time.now }
        await tx.updateTable('items').set(gone).where('id', '=', id).execute()
      },
      () => chief.call('DELETE', `/api/item/${id}`),
    )
    expect(reply).toEqual([404, 'ITEM_NOT_FOUND'])
    const entries = db().selectFrom('trash_entries').select('id').where('element_id', '=', id)
    expect(await entries.execute()).toHaveLength(1)
  })

  it('a one-time message is read once', async () => {
    const { chief, world, app } = office
    const chest = await world.addChest('Messages', chief)
    const proof = randomBytes(32)
    const { now } = app.time
    const row = {
      chest_id: chest.id,
      sealed: randomBytes(40),
      proof_hash: proof,
      created_by: chief.id,
      shows_name: 0 as const,
    }
    const nota = { ...row, created_at: now, expires_at: now + 1_000 }
    const { linkId } = await inOne((tx) => insertNota(tx, nota, randomBytes))
    const take = (tx: Tx) => takeNota(tx, { linkId, now }, proof)
    const { first, second } = await meet(db(), take, () => inOne(take))
    expect(first).toMatchObject({ chestId: chest.id })
    expect(second).toEqual({ status: 'fulfilled', value: undefined })
  })

  /** The session of a new user, and a guess of a master key in it. */
  const guess = async (login: string) => {
    const { world, app } = office
    const user = await world.addUser({ login })
    const chest = await world.addChest(`Gardé par ${login}`, user)
    const sessionId = (await world.session(user)).replace('sid=', '').split('.')[0] ?? ''
    const times = { expiresAt: app.time.now + 1, lastSeenAt: app.time.now }
    const role = { role: 'ROLE_INTERVENANT', type: 'STANDARD', lastBankId: null } as const
    const actor = { ...user, ...role, ...times, name: '', sessionId }
    const origin = { ip: '127.0.0.1', requestId: 'test', userAgent: 'test' }
    const trial = { actor, origin, chestId: chest.id }
    return { sessionId, trial }
  }

  it('a try of a master key is uncounted once', async () => {
    const { trial, sessionId } = await guess('compte')
    await countTry(office.app.deps, trial)
    await meet(
      db(),
      (tx) => uncountTry({ ...office.app.deps, db: tx }, trial),
      () => uncountTry(office.app.deps, trial),
    )
    const row = db().selectFrom('master_key_tries').select('tries').where('session_id', '=', sessionId)
    expect(await row.execute()).toEqual([{ tries: 0 }])
  })

  it('a session that ends meanwhile is not recorded as ended by a wrong master key too', async () => {
    const { trial, sessionId } = await guess('devine')
    const { second } = await meet(
      db(),
      (tx) => tx.deleteFrom('sessions').where('id', '=', sessionId).execute(),
      () => recordWrongTry(office.app.deps, trial, unlockLimits.tries),
    )
    expect(second).toMatchObject({ status: 'fulfilled', value: { code: 'SESSION_EXPIRED' } })
    expect(await office.journalOf('session.ended')).toEqual([])
    expect(await office.journalOf('masterkey.wrong')).toHaveLength(1)
  })
})
