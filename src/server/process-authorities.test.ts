import { afterAll, beforeAll, expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { foundAndSignIn } from './testing/browser.ts'
import { startDirectory, type TestDirectory } from './testing/directory.ts'
import { emptyInstallation, startCommand, startServer, type Settings } from './testing/process.ts'

let directory: TestDirectory
let settings: Settings
let authority = ''
beforeAll(async () => {
  directory = await startDirectory()
  ;({ LDAP_CA_FILE: authority = '', ...settings } = directory.env)
})
afterAll(() => directory.stop())

// The subject is the connection to another server: the engine does not matter.
it.each([true, false])('a server and the doctor trust what the machine trusts: %s', async (isTrusted) => {
  const machine = isTrusted ? { SSL_CERT_FILE: authority } : {}
  const own = { ...(await emptyInstallation('sqlite')), ...settings, ...machine }
  const server = await startServer(own)
  const chief = await foundAndSignIn(server.url, server.setupToken())
  const asked = await chief.get('/api/administration/directory-group/search?search=agents')
  expect(asked.status).toBe(isTrusted ? 200 : 503)
  const place = (settings['LDAP_URL'] ?? '').replace('ldap://', '')
  const { stdout } = await startCommand('doctor', own).outcome
  expect(stdout).toContain((isTrusted ? doctorTexts.directory.good : doctorTexts.directory.away.tls)(place))
})
