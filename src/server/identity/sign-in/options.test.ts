import { expect, it, onTestFinished } from 'vitest'
import { sessionLimits } from '#domain/platform/limits.ts'
import { startTestApp } from '#server/testing/app.ts'
import { addAccount, enrol, newBrowser } from '#server/testing/sign-in.ts'

const optionsOn = async (env: Record<string, string>, hosts: readonly string[]) => {
  const app = await startTestApp('sqlite', env)
  onTestFinished(() => app.close())
  const ask = (host: string) => app.call({ method: 'GET', path: '/api/auth/options', headers: { host } })
  return Promise.all(hosts.map(async (host) => (await ask(host)).body))
}

it('the tenant switch starts at DIST only on a host whose domain group contains GRP [SIGN-03]', async () => {
  const groups = 'coffre.un.fr=GRP-1,coffre.deux.fr=GRP-2,coffre.trois.fr=AUTRE'
  const hosts = ['coffre.un.fr', 'Coffre.Deux.fr:8420', 'coffre.trois.fr', 'ailleurs.fr']
  expect(await optionsOn({ TROUSSEAU_DOMAIN_GROUPS: groups }, hosts)).toEqual([
    { distAvailable: false, distDefault: true, sso: null, signedIn: false, locked: null },
    { distAvailable: false, distDefault: true, sso: null, signedIn: false, locked: null },
    { distAvailable: false, distDefault: false, sso: null, signedIn: false, locked: null },
    { distAvailable: false, distDefault: false, sso: null, signedIn: false, locked: null },
  ])
})

it('a configured directory is offered to unauthenticated callers without any other detail', async () => {
  const env = {
    LDAP_URL: 'ldaps://annuaire.exemple.fr',
    LDAP_BIND_DN: 'cn=trousseau,dc=exemple,dc=fr',
    LDAP_BIND_PASSWORD: 'le mot du compte',
    LDAP_BASE_DN: 'dc=exemple,dc=fr',
  }
  expect(await optionsOn(env, ['localhost'])).toEqual([
    { distAvailable: true, distDefault: false, sso: null, signedIn: false, locked: null },
  ])
})

it('a signed-in caller is recognised, without extending the session', async () => {
  const app = await startTestApp('sqlite')
  onTestFinished(() => app.close())
  const browser = newBrowser(app)
  await addAccount(app, 'camille')
  const options = async () => (await browser.get('/api/auth/options')).body
  expect(await options()).toMatchObject({ signedIn: false })
  await enrol(app, browser, 'camille')
  app.time.now += sessionLimits.inactivityMs
  expect(await options()).toMatchObject({ signedIn: true })
  app.time.now += 1
  expect(await options()).toMatchObject({ signedIn: false })
})
