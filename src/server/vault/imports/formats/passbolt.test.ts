import { expect, it } from 'vitest'
import { readAs } from './read-testing.ts'
import { samples } from './samples/passbolt.ts'

it('reads paths by slashes', async () => {
  const { found } = await readAs('passbolt', samples[0]?.bytes ?? '')
  expect(found.entries).toMatchObject([
    { path: ['Métier', 'RH'], title: 'Intranet', password: 'Été, "42"' },
    { path: [], password: ' b ' },
  ])
})

it.each(samples.slice(1))(
  '$name, for $format: keeps login, password and folder',
  async ({ format, bytes }) => {
    const { found } = await readAs(format, bytes)
    expect(found.entries[0]).toMatchObject({
      title: 'Exemple',
      login: 'a',
      password: 'b',
      addresses: ['https://exemple.fr'],
      // Chromium's form has no folder.
      path: format === 'chromium' ? [] : ['Métier', 'RH'],
      fields: [],
    })
  },
)
