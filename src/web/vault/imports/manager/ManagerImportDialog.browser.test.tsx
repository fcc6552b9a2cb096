import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choicesOf, importVerdicts, type ImportVerdict } from '#domain/vault/import-plan.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { answerCalls, type Replies, type Sent } from '#web/testing/calls.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { SessionContext, type Session } from '#web/platform/shell/session.ts'
import { ManagerImportDialog } from './ManagerImportDialog.tsx'
import type { Preview, PreviewRow } from './usePreview.ts'

type Options = {
  answers: Record<string, string>
  choices: Record<string, string>
  rows: Record<string, string>
  withBin: boolean
}
type Body = { options: string; plan?: string; verdict?: ImportVerdict; password?: string; keyFile?: File }

const formats = [
  { id: 'kdbx', name: 'KeePass (.kdbx)', endings: ['.kdbx'], needs: ['password', 'keyFile'] },
  { id: 'bitwarden', name: 'Bitwarden', endings: ['.json'], needs: ['password'] },
  { id: 'chromium', name: 'Chrome', endings: ['.csv'], needs: [] },
  { id: 'other-json', name: 'Autre', endings: ['.json'], needs: [] },
]
const row = (number: number, verdict: ImportVerdict, name: string): PreviewRow => ({
  number,
  verdict,
  choice: choicesOf[verdict][0] ?? 'leave',
  choices: [...choicesOf[verdict]],
  path: ['Réseau'],
  name,
  login: 'marie',
  address: 'https://exemple.fr',
  password: true,
  otp: false,
  fields: 1,
  attachments: 0,
  fieldLabels: [],
  fileNames: [],
  renewBefore: null,
  reasons: [],
})
const rows = [row(0, 'new', 'Paie'), row(1, 'conflict', 'Agenda'), row(2, 'conflict', 'Cadastre')]

let preview: Preview
let sent: Sent[] = []
/** Replies that stand in for the usual ones. */
let special: Replies = () => [0, null]
/** Holds the previews until it is settled. */
let held: Promise<void> | null = null
const onImported = vi.fn(async () => undefined)
const onClose = vi.fn()

const bodies = (path: string): Body[] =>
  sent.filter((one) => one.path === path).map(({ body }) => body as Body)
const options = (at = -1): Options =>
  JSON.parse(bodies('/api/import/preview').at(at)?.options ?? '') as Options

/** The preview with what the options chose, as the server makes it. */
function previewFor({ options: text, verdict }: Body): Preview {
  const chosen = JSON.parse(text) as Options
  const all = preview.rows.map((one) => ({
    ...one,
    choice: (chosen.rows[String(one.number)] ??
      chosen.choices[one.verdict] ??
      one.choice) as PreviewRow['choice'],
  }))
  const shown = verdict === undefined ? all : all.filter((one) => one.verdict === verdict)
  return { ...preview, rows: shown, pagination: { total: shown.length, offset: 0, limit: 200 } }
}

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  account = 7
  special = () => [0, null]
  held = null
  preview = {
    format: { id: 'chromium', name: 'Chrome' },
    plan: 'plan-1',
    mayUpdate: true,
    counts: {
      ...(Object.fromEntries(importVerdicts.map((one) => [one, 0])) as Preview['counts']),
      new: 1,
      conflict: 2,
    },
    folders: 1,
    skipped: { binned: 0, former: 0, lines: 0, attachments: 0 },
    favourites: 0,
    questions: [],
    columns: null,
    notes: [],
    rows,
    pagination: { total: 3, offset: 0, limit: 200 },
  }
  sent = answerCalls(async (one) => {
    const [status, body] = await special(one)
    if (status !== 0) return [status, body]
    if (one.path === '/api/import/formats') return [200, formats]
    if (one.path === '/api/import/preview') {
      await held
      return [200, previewFor(one.body as Body)]
    }
    if (one.path === '/api/import/progress/') return [200, { stage: null, done: 0, total: 0 }]
    return [
      200,
      {
        importId: 9,
        success: '1 mot de passe importé.',
        fails: [],
        counts: { items: 1, folders: 1, updated: 0 },
      },
    ]
  })
})

/** The account in whose name the browser keeps preferences. */
let account = 7
const open = () =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={{ user: { id: account } } as unknown as Session}>
        <ManagerImportDialog
          chest={{ id: 4, name: 'Services' }}
          folder={null}
          onImported={onImported}
          onClose={onClose}
        />
      </SessionContext>
    </QueryClientProvider>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const give = async (file: File, at = 0) => {
  await expect.element(page.getByText(texts.file)).toBeVisible()
  const input = document.querySelectorAll<HTMLInputElement>('input[type=file]')[at]
  if (input === undefined) throw new Error('no field for a file')
  await userEvent.upload(input, file)
}
const toPreview = async (file = new File(['name,url'], 'export.csv')) => {
  const shown = await open()
  await give(file)
  await button(texts.toPreview).click()
  await expect.element(page.getByRole('heading', { name: texts.previewTitle })).toBeVisible()
  return shown
}
const choose = async (label: string, choice: string) => {
  await page
    .getByRole('button', {
      name: new RegExp(label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')),
    })
    .click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
const chosen = (choice: string, name: string) => button(texts.chosen(choice, name))

describe('the choices of a preview', () => {
  it('asks for the preview with the choice for one entry, and shows the choice at once [MNGR-12]', async () => {
    await toPreview()
    await expectAccessible()
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    await chosen(texts.choices.leave, 'Agenda').click()
    await page.getByRole('menuitemradio', { name: texts.choices.both }).click()
    await expect.element(chosen(texts.choices.both, 'Agenda')).toBeVisible()
    await expect.poll(() => options().rows).toEqual({ 1: 'both' })
    await expect.element(page.getByText(texts.busy)).toBeVisible()
    await expectAccessible()
    resolve()
    await expect.element(chosen(texts.choices.leave, 'Cadastre')).toBeVisible()
    await expect.element(button(texts.submit)).toBeEnabled()
  })

  it('names the extra fields and the files of an entry that is opened, and which fields are concealed', async () => {
    const fieldLabels = [
      { label: 'Poste', concealed: false },
      { label: 'PIN', concealed: true },
    ]
    const whole = {
      ...row(0, 'new', 'Paie'),
      fields: 2,
      fieldLabels,
      attachments: 1,
      fileNames: ['contrat.pdf'],
    }
    preview = { ...preview, rows: [whole, ...rows.slice(1)] }
    await toPreview()
    await page.getByRole('rowheader', { name: 'Paie' }).click()
    const dialog = page.getByRole('dialog', { name: 'Paie' })
    await expect.element(dialog.getByRole('heading', { name: texts.fieldLabels })).toBeVisible()
    const lines = dialog.getByRole('listitem')
    await expect
      .poll(() => lines.elements().map((line) => line.textContent))
      .toEqual(['Poste', 'PIN (masqué)', 'contrat.pdf'])
    await expectAccessible()
  })

  it('chooses for all entries of a verdict, which are shown alone [MNGR-12]', async () => {
    await toPreview()
    await page.getByRole('button', { name: new RegExp(`^${texts.verdicts.conflict}`) }).click()
    await expect.poll(() => bodies('/api/import/preview').at(-1)?.verdict).toBe('conflict')
    await expect.element(page.getByText(texts.explanations.conflict)).toBeVisible()
    await choose(texts.choiceForAll, texts.choices.file)
    await expect.poll(() => options().choices).toEqual({ conflict: 'file' })
    await expect.element(chosen(texts.choices.file, 'Agenda')).toBeVisible()
    await expect.element(chosen(texts.choices.file, 'Cadastre')).toBeVisible()
  })

  it('offers nobody to replace entries without the right to update', async () => {
    preview = { ...preview, mayUpdate: false }
    await toPreview()
    await page.getByRole('button', { name: new RegExp(`^${texts.verdicts.conflict}`) }).click()
    await page.getByRole('button', { name: new RegExp(texts.choiceForAll) }).click()
    await expect.element(page.getByRole('option', { name: texts.choices.both, exact: true })).toBeVisible()
    expect(page.getByRole('option', { name: texts.choices.file, exact: true }).elements()).toHaveLength(0)
  })

  it('imports the plan that is on screen', async () => {
    await toPreview()
    await button(texts.submit).click()
    await expect.element(page.getByRole('heading', { name: importTexts.doneTitle })).toBeVisible()
    expect(bodies('/api/import/apply')).toMatchObject([{ plan: 'plan-1' }])
    expect(onImported).toHaveBeenCalledOnce()
    await button(texts.undo).click()
    await expect
      .element(page.getByText(/1\smot de passe et 1\sdossier créés iront à la corbeille/))
      .toBeVisible()
  })

  it('shows the new preview once the plan is stale', async () => {
    await toPreview()
    special = ({ path }) =>
      path === '/api/import/apply'
        ? [
            409,
            {
              code: 'IMPORT_PLAN_STALE',
              message: 'x',
              requestId: '1',
              details: { preview: { ...preview, plan: 'plan-2', rows: [row(0, 'new', 'Voirie')] } },
            },
          ]
        : [0, null]
    await button(texts.submit).click()
    await expect.element(page.getByText(texts.stale)).toBeVisible()
    await expect.element(page.getByRole('rowheader', { name: 'Voirie' })).toBeVisible()
    special = () => [0, null]
    await button(texts.submit).click()
    await expect.poll(() => bodies('/api/import/apply').at(-1)?.plan).toBe('plan-2')
  })

  it('a refused preview leaves the former one on screen, and is asked for again', async () => {
    await toPreview()
    special = ({ path }) =>
      path === '/api/import/preview'
        ? [422, { code: 'IMPORT_REFUSED', message: 'Ce fichier est abîmé.', requestId: '1' }]
        : [0, null]
    await page.getByRole('button', { name: new RegExp(`^${texts.verdicts.new}`) }).click()
    await expect.element(page.getByText('Ce fichier est abîmé.')).toBeVisible()
    await expect.element(page.getByRole('rowheader', { name: 'Cadastre' })).toBeVisible()
    await expect.element(button(texts.submit)).toBeDisabled()
    special = () => [0, null]
    await button(uiTexts.retry).click()
    await expect.element(page.getByRole('rowheader', { name: 'Cadastre' })).not.toBeInTheDocument()
    await expect.element(button(texts.submit)).toBeEnabled()
  })
})

describe('the questions about a file', () => {
  it('brings the trash in, and says that choices for single entries are to be made again', async () => {
    preview = {
      ...preview,
      skipped: { ...preview.skipped, binned: 2 },
      questions: [{ id: 'root', choices: ['drop', 'keep'], proposed: 'drop', count: 3, detail: 'Base' }],
      notes: ['Des valeurs sont marquées.'],
    }
    await toPreview()
    await expectAccessible()
    await expect.element(page.getByText('Des valeurs sont marquées.')).toBeVisible()
    await chosen(texts.choices.leave, 'Agenda').click()
    await page.getByRole('menuitemradio', { name: texts.choices.file }).click()
    await expect.poll(() => options().rows).toEqual({ 1: 'file' })
    await page.getByRole('checkbox', { name: texts.leftOut.withBin }).click()
    await expect.element(page.getByText(texts.rowChoicesDropped)).toBeVisible()
    await expect.poll(() => options()).toMatchObject({ withBin: true, rows: {} })
    await choose(texts.questions.root('Base'), texts.answers.root.keep)
    await expect.poll(() => options().answers).toEqual({ root: 'keep' })
  })

  it('maps the columns of an unknown table', async () => {
    preview = {
      ...preview,
      columns: [
        { label: 'Intitulé', target: 'title', examples: ['Paie', 'Agenda'] },
        { label: 'Sésame', target: 'text', examples: ['••••••••'] },
        { label: 'Rayon', target: 'text', examples: [] },
      ],
    }
    await toPreview()
    await expectAccessible()
    await choose(texts.mapping.target('Sésame'), texts.mapping.targets.password)
    await expect
      .poll(() => options().answers)
      .toEqual({ mapping: JSON.stringify(['title', 'password', 'text']) })
    await expect.element(page.getByText(texts.mapping.separator)).not.toBeInTheDocument()
    await choose(texts.mapping.target('Rayon'), texts.mapping.targets.path)
    await choose(texts.mapping.separator, texts.mapping.separators['>'])
    await expect
      .poll(() => options().answers)
      .toEqual({
        mapping: JSON.stringify(['title', 'password', 'path']),
        separator: '>',
      })
    await choose(texts.mapping.header, texts.mapping.headers.no)
    await expect.poll(() => options().answers).toEqual({ header: 'no', separator: '>' })
  })
})

describe('the columns of a table that was mapped before', () => {
  const columns = [
    { label: 'Intitulé', target: 'title', examples: ['Paie', 'Agenda'] },
    { label: 'Sésame', target: 'concealed', examples: ['••••••••'] },
    { label: 'Rayon', target: 'text', examples: ['Sports'] },
  ]
  const mapped = { mapping: JSON.stringify(['title', 'password', 'path']), separator: '>' }
  /** Maps the columns, imports, and leaves the dialog. */
  const mapOnce = async () => {
    preview = { ...preview, columns }
    const shown = await toPreview()
    await choose(texts.mapping.target('Sésame'), texts.mapping.targets.password)
    await choose(texts.mapping.target('Rayon'), texts.mapping.targets.path)
    await choose(texts.mapping.separator, texts.mapping.separators['>'])
    await expect.poll(() => options().answers).toEqual(mapped)
    await expect.element(button(texts.submit)).toBeEnabled()
    await button(texts.submit).click()
    await expect.element(page.getByText('1 mot de passe importé.')).toBeVisible()
    await shown.unmount()
    sent.length = 0
  }
  const kept = () => page.getByText(texts.mapping.kept)

  it('are mapped in the same way, until that is forgotten [MNGR-08]', async () => {
    await mapOnce()
    const again = await toPreview()
    await expect.element(kept()).toBeVisible()
    await expect.poll(() => options().answers).toEqual(mapped)
    await expect.element(button(texts.submit)).toBeEnabled()
    await expectAccessible()
    // Nothing was changed by the person: the dialog closes without a question.
    await button(uiTexts.cancel).click()
    expect(onClose).toHaveBeenCalledOnce()
    await again.unmount()

    const third = await toPreview()
    await button(texts.mapping.forget).click()
    await expect.poll(() => options().answers).toEqual({})
    await expect.element(kept()).not.toBeInTheDocument()
    await third.unmount()
    sent.length = 0
    await toPreview()
    await expect.element(page.getByText(texts.mapping.title)).toBeVisible()
    await expect.element(kept()).not.toBeInTheDocument()
    expect(
      bodies('/api/import/preview').map(({ options: text }) => (JSON.parse(text) as Options).answers),
    ).toEqual([{}])
  })

  it('leave neither a name nor a value in the browser, and are of this account alone', async () => {
    await mapOnce()
    const stored = JSON.stringify(localStorage)
    expect(stored).toContain('password')
    for (const text of ['Intitulé', 'Sésame', 'Rayon', 'Paie', 'Sports', 'export.csv'])
      expect(stored).not.toContain(text)
    account = 8
    await toPreview()
    await expect.element(page.getByText(texts.mapping.title)).toBeVisible()
    await expect.element(kept()).not.toBeInTheDocument()
  })

  it('are kept once the import is done, and not by looking at its preview', async () => {
    preview = { ...preview, columns }
    await toPreview()
    await choose(texts.mapping.target('Sésame'), texts.mapping.targets.password)
    await expect.poll(() => options().answers).not.toEqual({})
    expect(localStorage).toHaveLength(0)
  })
})

describe('a protected file', () => {
  const refuseUntil = (password: string) => {
    special = ({ path, body }) =>
      path === '/api/import/preview' && (body as Body).password !== password
        ? [
            422,
            (body as Body).password === undefined
              ? { code: 'FILE_PASSWORD_NEEDED', message: 'Ce fichier est protégé.', requestId: '1' }
              : { code: 'FILE_PASSWORD_WRONG', message: 'Mot de passe incorrect.', requestId: '1' },
          ]
        : [0, null]
  }

  it('asks for the password once the server says that it needs one', async () => {
    refuseUntil('essai')
    await open()
    await give(new File(['{}'], 'export.json'))
    const field = page.getByRole('textbox', { name: texts.password })
    await expect.element(field).not.toBeInTheDocument()
    await button(texts.toPreview).click()
    await expect.element(page.getByText('Ce fichier est protégé.')).toBeVisible()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('faux{Enter}')
    await expect.element(page.getByText('Mot de passe incorrect.')).toBeVisible()
    await field.fill('essai')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: texts.previewTitle })).toBeVisible()
  })

  it('sends the key file of a database, without a password if it has none', async () => {
    await open()
    await give(new File(['base'], 'base.kdbx'))
    await expect.element(page.getByRole('textbox', { name: texts.password })).toHaveFocus()
    await page.getByRole('checkbox', { name: texts.noPassword }).click()
    await give(new File(['cle'], 'base.sans-fin'), 1)
    await expectAccessible()
    await button(texts.toPreview).click()
    await expect.element(page.getByRole('heading', { name: texts.previewTitle })).toBeVisible()
    const [first] = bodies('/api/import/preview')
    expect(first?.keyFile?.name).toBe('base.sans-fin')
    expect(first).not.toHaveProperty('password')
    expect(options().answers).toEqual({ noPassword: 'yes' })
  })
})
