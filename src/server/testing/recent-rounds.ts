import { createLog } from '../log.ts'
import { createRecentBackups } from '../backups/recent.ts'
import { withInstallation } from '../commands/command.ts'
import { testAnswers } from '../commands/testing.ts'

// A process of its own: recent backups one after the other, as a server makes them every few minutes, until it is killed.
await withInstallation({ env: process.env, terminal: testAnswers([]).terminal }, async (installation) => {
  const { config, database, keys } = installation
  const log = createLog('silent', { write: () => undefined })
  const recent = createRecentBackups({ config, db: database.db, keys, clock: Date.now, log })
  for (;;) await recent.round()
})
