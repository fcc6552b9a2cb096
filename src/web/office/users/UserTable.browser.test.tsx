import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { userTexts } from '#texts/office/users.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import type { User } from './queries.ts'
import { UserTable } from './UserTable.tsx'

const user = {
  id: 1,
  login: 'marieange.delahaye',
  firstName: 'Marie-Ange Joséphine',
  lastName: 'de La Haye-Saint-Hilaire',
  email: 'marie-ange.delahaye@mairie-exemple.fr',
  role: 'ROLE_SUPER_ADMINISTRATOR',
  roles: ['ROLE_SUPER_ADMINISTRATOR'],
  type: 'STANDARD',
  state: { id: 1, state: 'Actif' },
  lastSignIn: '2026-03-01T09:00:00.000Z',
  blocked: false,
  unsentMail: null,
  directoryRefusal: null,
  banks: [],
  teams: [],
  manageable: true,
} as unknown as User
const now = Date.parse('2026-03-01T21:30:00.000Z')

/** As wide as on a page of 1440 px, beside the bar that scrolls it. */
const framed = (width: number) => (
  <div style={{ width }}>
    <UserTable
      users={[user]}
      now={now}
      selection={{ keys: new Set(), onChange: () => undefined }}
      rowMenu={() => []}
      sort={{ column: 'name', direction: 'ascending' }}
      onSort={() => undefined}
    />
  </div>
)
const heads = () => page.getByRole('columnheader').elements()

it('every column of the users fits at 1440 px, and a name has 280 px at every width [USER-39]', async () => {
  await page.viewport(1440, 900)
  try {
    const { rerender } = await show(framed(1375))
    const name = page.getByRole('columnheader', { name: userTexts.columns.name })
    await expect.element(name).toBeVisible()
    expect(heads().map((head) => head.textContent)).toEqual(
      expect.arrayContaining(Object.values(userTexts.columns).filter((label) => label !== 'N°')),
    )
    const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth
    const words = heads().flatMap((head) => [...head.querySelectorAll('button span')])
    expect(words.filter((word) => !isWhole(word)).map((word) => word.textContent)).toEqual([])
    expect(words).toHaveLength(8)
    for (const text of [userTexts.columns.role, 'Super administrateur', 'il y a 12 heures'])
      expect([text, isWhole(page.getByText(text, { exact: true }).element())]).toEqual([text, true])
    await expectAccessible()
    for (const width of [1375, 1300, 1232, 1215, 1100]) {
      await rerender(framed(width))
      await expect.poll(() => name.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(280)
    }
  } finally {
    await page.viewport(1024, 768)
  }
})
