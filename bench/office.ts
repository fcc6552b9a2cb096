import type { Engine } from '../src/server/platform/database/engine.ts'
import { beginSeeding, closeSeeded, makeInstallation, type Installation } from './installation.ts'
import { measureLoad, type Window } from './load.ts'
import { officeLoads, type OfficeCookies } from './office-loads.ts'
import { addOrganisation } from './seed-organisation.ts'
import { addAccount, addSession } from './seed.ts'
import { startServer } from './server.ts'
import type { Settings } from './settings.ts'

export type OfficeRate = { readonly engine: Engine; readonly label: string; readonly window: Window }

/** There are twenty lists: each has one window, shorter than those of other loads. */
const windowSeconds = 3

async function seedOffice(installation: Installation): Promise<OfficeCookies> {
  const { database, keys } = await beginSeeding(installation)
  const chief = await addAccount(database, keys, 'camille.martin', 'ROLE_SUPER_ADMINISTRATOR')
  const administrator = await addAccount(database, keys, 'dominique.petit')
  const banks = await addOrganisation(database, keys, chief.id)
  const half = banks.filter((_, index) => index % 2 === 0)
  await database.db
    .insertInto('bank_users')
    .values(half.map((bank) => ({ bank_id: bank, user_id: administrator.id })))
    .execute()
  const cookies = {
    all: await addSession(database, chief.id),
    half: await addSession(database, administrator.id),
  }
  await closeSeeded(database, installation.engine)
  return cookies
}

/** Measures each back-office list in an organisation with many clients, on one engine. */
export async function* measureOffice(engine: Engine, settings: Settings): AsyncGenerator<OfficeRate> {
  const installation = await makeInstallation(engine)
  try {
    const cookies = await seedOffice(installation)
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    try {
      const window = { ...settings, seconds: Math.min(settings.seconds, windowSeconds), rounds: 1 }
      for (const office of officeLoads) {
        const taken = await measureLoad(server, office.load(cookies), window, installation.folder)
        yield { engine, label: office.label, window: taken }
      }
    } finally {
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}
