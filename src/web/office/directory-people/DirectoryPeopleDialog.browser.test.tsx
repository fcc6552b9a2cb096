import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { directoryPeopleTexts as texts } from '#texts/office/directory-people.ts'
import { userTexts } from '#texts/office/users.ts'
import { answerCalls, type Sent } from '#web/testing/calls.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { createCache } from '#web/platform/api/cache.ts'
import { SessionContext, type Session } from '#web/platform/shell/session.ts'
import { DirectoryPeopleDialog } from './DirectoryPeopleDialog.tsx'

const keyOf = (number: number) => `entryUUID:00000000-0000-4000-8000-00000000000${number}`
const personOf = (number: number, name: string, more: object = {}) => ({
  key: keyOf(number),
  name,
  firstName: 'Ana (DSI)',
  lastName: `Roux, ${name}`,
  email: `${name}@exemple.fr`,
  isDisabled: false,
  hasAccount: false,
  ...more,
})
const people = [
  personOf(1, 'aroux'),
  personOf(2, 'broux', { email: '' }),
  personOf(3, 'croux', { hasAccount: true }),
  personOf(4, 'droux', { isDisabled: true }),
]
const place = { key: keyOf(9), name: 'Voirie', dn: 'ou=voirie,dc=exemple,dc=fr' }
const session = {
  user: { id: 1, role: 'ROLE_ADMINISTRATOR' },
  currentBank: { id: 5, label: 'Mairie' },
  permissions: [],
  sendsMails: true,
}

let sent: Sent[] = []
let isCut = false
/** What the check of the file finds. */
let fails: object[] = []
const onCreated = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  isCut = false
  fails = []
  sent = answerCalls(({ path, body }) => {
    if (path.endsWith('/person/search')) return [200, { people, isCut }]
    if (path.endsWith('/place/search')) return [200, [place]]
    if (path.endsWith('/user/import')) {
      const { dryRun } = body as { dryRun: string }
      const created = {
        login: 'aroux',
        email: 'a@exemple.fr',
        firstName: 'Ana (DSI)',
        lastName: 'Roux, aroux',
      }
      const users = [{ ...created, line: 2, role: 'ROLE_INTERVENANT', bank: '', teams: [], directory: 'x' }]
      return [200, { users, fails, linked: [], absent: [], created: dryRun === 'true' ? 0 : 1 }]
    }
    return [200, []]
  })
})

const open = () =>
  show(
    <QueryClientProvider client={createCache()}>
      <SessionContext value={session as unknown as Session}>
        <DirectoryPeopleDialog directoryId={1} onCreated={onCreated} onClose={onClose} />
      </SessionContext>
    </QueryClientProvider>,
  )
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`Roux, ${name}`) })
const search = async (text: string) => {
  await userEvent.fill(page.getByRole('searchbox', { name: texts.name }), text)
  await expect.element(box('aroux')).toBeVisible()
}
/** The file of an import. */
const fileOf = (call: Sent | undefined): Promise<string> => {
  if (call === undefined) throw new Error('no file was sent')
  return (call.body as { file: File }).file.text()
}

it('several people are ticked by keyboard, and those with an account or disabled cannot be', async () => {
  await open()
  await expect.element(page.getByRole('searchbox', { name: texts.name })).toHaveFocus()
  await userEvent.keyboard('roux')
  await expect.element(box('croux')).toBeDisabled()
  await expect.element(box('droux')).toBeDisabled()
  await expect.element(page.getByText(texts.hasAccount)).toBeVisible()
  await expect.element(page.getByText(texts.disabled)).toBeVisible()
  await expect.element(page.getByRole('button', { name: texts.goOn(0) })).toBeDisabled()
  await expectAccessible()
  box('aroux').element().focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText(texts.chosen(1))).toBeVisible()
  await page.getByRole('checkbox', { name: texts.all }).click()
  await expect.element(page.getByRole('button', { name: texts.goOn(2) })).toBeEnabled()
})

it('says where the first fifty are not all, and keeps the choice of an earlier search', async () => {
  isCut = true
  await open()
  await search('roux')
  await expect.element(page.getByText(texts.first(50))).toBeVisible()
  await box('aroux').click()
  await page.getByRole('button', { name: new RegExp(texts.by) }).click()
  await page.getByRole('option', { name: texts.ways.unit }).click()
  await expect.element(page.getByText(texts.chosen(1))).toBeVisible()
  await userEvent.fill(page.getByRole('combobox', { name: texts.unit }), 'voi')
  await page.getByRole('option', { name: place.name }).click()
  await expect.element(box('aroux')).toBeChecked()
  const asked = sent.filter(({ path }) => path.endsWith('/person/search')).map(({ body }) => body)
  expect(asked).toEqual([{ search: 'roux' }, { by: 'unit', key: place.key }])
  // The words of the former search are gone; new ones narrow the place.
  await expect.element(page.getByRole('searchbox', { name: texts.name })).toHaveValue('')
  await userEvent.fill(page.getByRole('searchbox', { name: texts.name }), 'ana')
  await expect
    .poll(() => sent.findLast(({ path }) => path.endsWith('/person/search'))?.body)
    .toEqual({ by: 'unit', key: place.key, search: 'ana' })
  await expectAccessible()
})

it('creates the accounts by the import of users: names and mail stay empty, which the directory fills', async () => {
  await open()
  await search('roux')
  await box('aroux').click()
  await box('broux').click()
  await page.getByRole('button', { name: texts.goOn(2) }).click()
  const create = page.getByRole('button', { name: userTexts.several.submit(2) })
  await expect.element(create).toBeDisabled()
  const rows = page.getByRole('group', { name: /broux/ })
  await userEvent.fill(
    rows.getByRole('textbox', { name: new RegExp(`^${userTexts.dialog.email}`) }),
    'b@exemple.fr',
  )
  await expect.element(page.getByText(userTexts.invitation.ofDirectory)).toBeVisible()
  await expect.element(create).toBeEnabled()
  await expectAccessible()
  await create.click()
  await expect.element(page.getByText(userTexts.importDialog.done(1))).toBeVisible()
  expect(onCreated).toHaveBeenCalledOnce()
  const made = sent.find(
    ({ path, body }) => path.endsWith('/import') && (body as { dryRun: string }).dryRun === 'false',
  )
  expect((await fileOf(made)).split('\r\n')).toEqual([
    '"login";"email";"firstName";"lastName";"role";"bank";"teams";"directory";"sam"',
    '"aroux";"";"";"";"ROLE_INTERVENANT";"5";"";"1";"aroux"',
    '"broux";"b@exemple.fr";"";"";"ROLE_INTERVENANT";"5";"";"1";"broux"',
    '',
  ])
})

it('a login that is taken is told beside the person, who can be dropped; the search is still there', async () => {
  fails = [{ line: 2, message: 'Identifiant pris' }]
  await open()
  await search('roux')
  await box('aroux').click()
  await box('broux').click()
  await page.getByRole('button', { name: texts.goOn(2) }).click()
  await page.getByRole('button', { name: userTexts.several.drop('Ana (DSI) Roux, broux') }).click()
  await expect.element(page.getByText('Identifiant pris')).toBeVisible()
  await expect.element(page.getByRole('button', { name: userTexts.several.submit(1) })).toBeDisabled()
  await page.getByRole('button', { name: texts.back }).click()
  await expect.element(box('aroux')).toBeChecked()
  await expect.element(box('broux')).not.toBeChecked()
})
