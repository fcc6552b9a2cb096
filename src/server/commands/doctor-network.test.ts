import { afterAll, beforeAll, expect, it } from 'vitest'
import { doctorTexts } from '#texts/commands.ts'
import { readConfig } from '../config.ts'
import { startDirectory, type TestDirectory } from '../testing/directory.ts'
import { checkDirectory } from './doctor-network.ts'

const { away, good, nobody, none } = doctorTexts.directory

let server: TestDirectory
beforeAll(async () => {
  server = await startDirectory()
})
afterAll(() => server.stop())

it('the doctor reports the fault of the directory, and the setting that corrects it', async () => {
  const at = new URL(server.env['LDAP_URL'] ?? '').host
  const said = async (change: Record<string, string>) =>
    (await checkDirectory(readConfig({ ...server.env, ...change }).directory)).map(({ text }) => text)
  expect(await said({})).toEqual([good(at)])
  expect(await said({ LDAP_USER_FILTER: '(&(uid={login})(employeeType=interne))' })).toEqual([nobody])
  expect(await said({ LDAP_BIND_PASSWORD: 'faux' })).toEqual([away['service-account'](at)])
  expect(await said({ LDAP_BASE_DN: 'dc=autre,dc=fr' })).toEqual([away.answer(at)])
  expect(await said({ LDAP_URL: 'ldaps://localhost:9' })).toEqual([away.network('localhost:9')])
  expect(await checkDirectory(null)).toEqual([{ state: 'unknown', text: none }])
})
