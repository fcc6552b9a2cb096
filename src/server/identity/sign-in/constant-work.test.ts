import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { userStates } from '#domain/platform/roles.ts'
import { passwordCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Argon2Input } from '#server/platform/crypto/argon2id-input.ts'
import { realCosts, startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'

const wrong = 'un autre mot de passe'

/** Records every later job of the Argon2id threads: its cost, and the lengths of its inputs. */
function watchHashes(): object[] {
  const asked: object[] = []
  const post = Reflect.get(Worker.prototype, 'postMessage')
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...given) {
    const { message, salt, ...cost } = given[0] as Argon2Input
    // Read before posting, which transfers both buffers to the thread.
    asked.push({ ...cost, message: message.length, salt: salt.length })
    Reflect.apply(post, this, given)
  })
  return asked
}

eachEngine((engine) => {
  it('a sign-in with an unknown or inactive login costs the same hash as a wrong password', async () => {
    const app = await startTestApp(engine, {}, realCosts)
    const { db } = app.deps
    await addAccount(app, 'camille')
    const { id: shut } = await addAccount(app, 'inactive')
    await db.updateTable('users').set({ state_id: userStates.inactive }).where('id', '=', shut).execute()
    const { id: bare } = await addAccount(app, 'sans-mot-de-passe')
    await db.deleteFrom('password_hashes').where('user_id', '=', bare).execute()

    const asked = watchHashes()
    onTestFinished(() => void vi.restoreAllMocks())
    for (const login of ['camille', 'inactive', 'sans-mot-de-passe', 'personne']) {
      asked.length = 0
      const reply = await firstStep(newBrowser(app), login, wrong)
      expect(reply, login).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
      const variant = 'argon2id'
      expect(asked, login).toEqual([
        { variant, ...passwordCost, length: 32, message: wrong.length, salt: 16 },
      ])
    }
    await app.close()
  })
})
