import { expect, it } from 'vitest'
import type { DirectorySession } from './bind.ts'
import { findGroups } from './groups.ts'
import type { Found } from './searches.ts'

const key = '00000000-0000-4000-8000-000000000001'
const groupOf = (cn: string | Buffer): Found => ({
  dn: 'cn=agents,dc=mairie',
  values: new Map<string, (string | Buffer)[]>([
    ['entryuuid', [key]],
    ['cn', [cn]],
  ]),
})
/** The name that an administrator sees of a group, and that is stored with its team. */
const nameOf = async (cn: string | Buffer): Promise<string | undefined> => {
  const session: DirectorySession = {
    asService: async () => undefined,
    refusalOf: async () => null,
    search: async () => [groupOf(cn)],
    list: async () => ({ entries: [], isCut: false }),
  }
  return (await findGroups(session, ''))[0]?.name
}

it('the name of a group is one line without what nobody sees, what no database keeps or what turns a line', async () => {
  expect(await nameOf('Agents de la mairie')).toBe('Agents de la mairie')
  expect(await nameOf('Agents\u202e xe\ud800\u200b\0d\nMairie')).toBe('Agents xe d Mairie')
  expect(await nameOf('\u00c9lus'.repeat(100))).toBe('\u00c9lus'.repeat(50))
})

it('a group whose name is nothing that is seen has that of its place', async () => {
  expect(await nameOf('\u202e\0')).toBe('cn=agents,dc=mairie')
  expect(await nameOf('')).toBe('cn=agents,dc=mairie')
  expect(await nameOf(Buffer.from([255]))).toBe('cn=agents,dc=mairie')
})
