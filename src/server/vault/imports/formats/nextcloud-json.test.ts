import { expect, it } from 'vitest'
import { fieldsOf, readAs } from './read-testing.ts'

const backup = (...passwords: readonly object[]) =>
  JSON.stringify({ version: 3, encrypted: false, passwords, folders: [], tags: [] })

it('Nextcloud: further fields as JSON in a text, and what lies in the trash [MNGR-20]', async () => {
  const customFields = JSON.stringify([{ label: 'PIN', type: 'secret', value: '4321' }])
  const { found } = await readAs(
    'nextcloud-passwords-json',
    backup(
      { id: '1', label: 'a', password: 'p', customFields },
      { id: '2', label: 'b', password: 'p', customFields: 'PIN: 42', trashed: true },
    ),
  )
  const [first, second] = found.entries
  expect([fieldsOf(first), first?.state]).toEqual([['concealed PIN=4321'], 'live'])
  expect([fieldsOf(second), second?.state]).toEqual([['concealed Champ=PIN: 42'], 'binned'])
})
