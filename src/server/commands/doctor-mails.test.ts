import { expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { mailErrorTexts } from '#texts/platform/mails.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { checkWaitingMails } from './doctor-network.ts'

eachEngine((engine) => {
  it('the doctor reports the mails that wait because the server refuses their sender, and no others', async () => {
    const app = await startTestApp(engine)
    try {
      const { db, outbox } = app.deps
      const said = () => checkWaitingMails({ db: app.plainDb })
      for (const login of ['paul', 'jeanne'])
        await db.transaction().execute((tx) => {
          const values = { firstName: '', login }
          return outbox.add(tx, { to: `${login}@exemple.fr`, template: 'loginReminder', values })
        })
      expect(await said()).toEqual([])
      await db.updateTable('outbox').set({ last_error: 'network:ECONNREFUSED', tried_at: 1 }).execute()
      expect(await said()).toEqual([])
      await db.updateTable('outbox').set({ last_error: 'sender:553 5.7.1' }).execute()
      const reason = mailErrorTexts.sender('553 5.7.1')
      expect(await said()).toEqual([
        { state: 'bad', text: doctorTexts.mail.refused(2, reason, app.time.now) },
      ])
      await db.updateTable('outbox').set({ state: 'failed' }).execute()
      expect(await said()).toEqual([])
    } finally {
      await app.close()
    }
  })
})
