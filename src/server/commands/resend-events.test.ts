import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import pino from 'pino'
import { resendTexts } from '#texts/commands.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { createJournalSealer } from '#server/platform/journal/sealer.ts'
import { createSiemSender } from '#server/platform/siem/sender.ts'
import { readConfig } from '../config.ts'
import { eachEngine } from '../testing/databases.ts'
import { commandOrigin, withInstallation } from './command.ts'
import { createAdminCommand } from './create-admin.ts'
import { resendEventsCommand } from './resend-events.ts'
import { testAnswers, testInstallation, type TestInstallation } from './testing.ts'

const args = ['--login', 'chef', '--first-name', 'C', '--last-name', 'D', '--email', 'c@exemple.fr']
const log = pino({ level: 'silent' })

eachEngine((engine) => {
  let home: TestInstallation
  beforeEach(async () => {
    home = await testInstallation(engine)
    await home.run(createAdminCommand, { args, answers: ['trois pommes vertes sur un mur'] })
  })
  afterEach(() => home.close())

  it('resend-events delivers everything since a day once more, and no earlier day [SIEM-09]', async () => {
    const path = join(home.folder, 'events.jsonl')
    const env = { ...home.env, TROUSSEAU_SIEM_FILE: path }
    const { terminal } = testAnswers([])
    const deliver = async (day: number, events: number): Promise<void> => {
      await withInstallation({ env, terminal }, async ({ database: { db }, keys }) => {
        const deps = { db, keys, log, randomBytes, clock: () => day, config: readConfig(env) }
        const sender = createSiemSender(deps)
        await sender.round()
        for (let count = 0; count < events; count += 1)
          await createJournal(deps).record(db, null, commandOrigin, { action: 'sign-in.ended' })
        await createJournalSealer(deps).round()
        await sender.round()
        await sender.stop()
      })
    }
    const days = () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { action: string; at: string })
        .flatMap(({ action, at }) => (action === 'sign-in.ended' ? [at.slice(8, 10)] : []))
    await deliver(Date.UTC(2026, 2, 1, 9), 2)
    await deliver(Date.UTC(2026, 2, 2, 9), 3)
    expect(days()).toEqual(['01', '01', '02', '02', '02'])
    const asked = ['--receiver', 'file', '--from', '2026-03-02']
    const { code, said } = await home.run(resendEventsCommand, { args: asked, env })
    expect([code, said]).toEqual([0, [resendTexts.done(3)]])
    await deliver(Date.UTC(2026, 2, 3, 9), 0)
    expect(days().slice(5)).toEqual(['02', '02', '02'])
    const told = await home.database.db
      .selectFrom('journal')
      .select(['objects', 'ip'])
      .where('action', '=', 'siem.set-back')
      .execute()
    expect(told.map(({ objects, ip }) => [ip, JSON.parse(objects)])).toEqual([
      ['local', { receiver: 'file', since: '2026-03-02T00:00:00.000Z', events: 3 }],
    ])
  })

  it('resend-events refuses what it cannot do', async () => {
    for (const [given, fault] of [
      [[], resendTexts.missing],
      [['--receiver', 'mail', '--from', '2026-03-02'], resendTexts.badReceiver('mail')],
      [['--receiver', 'file', '--from', 'hier'], resendTexts.badDay('hier')],
      [['--receiver', 'file', '--from', '2026-02-31'], resendTexts.badDay('2026-02-31')],
      [['--receiver', 'syslog', '--from', '2026-03-02'], resendTexts.notSet('TROUSSEAU_SIEM_URL')],
    ] as const)
      await expect(home.run(resendEventsCommand, { args: [...given] })).rejects.toThrow(fault)
  })
})
