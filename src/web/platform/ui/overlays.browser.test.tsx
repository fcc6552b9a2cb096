import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Button } from './Button.tsx'
import { ConfirmDialog, Dialog, type DialogProps } from './Dialog.tsx'
import { FormDialog } from './FormDialog.tsx'
import { MenuButton } from './Menu.tsx'
import { SidePanel } from './SidePanel.tsx'
import { TextField } from './TextField.tsx'

/** A page with a button that opens a dialog. */
function WithDialog(props: Partial<DialogProps>): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Ouvrir</Button>
      <Dialog title="Modifier" isOpen={isOpen} onClose={() => setOpen(false)} {...props}>
        <TextField label="Nom" value="" onChange={() => undefined} />
      </Dialog>
    </>
  )
}

const opener = () => page.getByRole('button', { name: 'Ouvrir' })
const dialog = () => page.getByRole('dialog', { name: 'Modifier' })
const question = () => page.getByRole('alertdialog', { name: uiTexts.discard.title })

describe('a dialog', () => {
  it('is no wider than a narrow page, whatever it holds', async () => {
    await page.viewport(360, 740)
    try {
      await show(<WithDialog footer={<p style={{ whiteSpace: 'nowrap' }}>{'Non, importer '.repeat(9)}</p>} />)
      await opener().click()
      await expect.element(dialog()).toBeVisible()
      expect(dialog().element().getBoundingClientRect().right).toBeLessThanOrEqual(360)
    } finally {
      await page.viewport(1024, 768)
    }
  })

  it('takes the focus, keeps Tab inside, and returns the focus on Escape', async () => {
    await show(<WithDialog />)
    await opener().click()
    await expect.element(dialog()).toBeVisible()
    await expectAccessible()
    for (let press = 0; press < 4; press += 1) {
      await userEvent.tab()
      expect(dialog().element().contains(document.activeElement)).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(opener()).toHaveFocus()
  })

  it('with unsaved input asks before it closes, and can be continued', async () => {
    await show(<WithDialog isDirty />)
    await opener().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(question()).toBeVisible()
    await question().getByRole('button', { name: uiTexts.discard.keep }).click()
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(dialog()).toBeVisible()
    await dialog().getByRole('button', { name: uiTexts.close }).click()
    await question().getByRole('button', { name: uiTexts.discard.discard }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  it('is closed by Escape when the focused element has just left it', async () => {
    await show(<WithDialog />)
    await opener().click()
    await expect.element(dialog()).toBeVisible()
    ;(document.activeElement as HTMLElement).remove()
    // In the same task, before the focus is moved to another element.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(opener()).toHaveFocus()
  })

  it('cannot be closed while a task is running', async () => {
    await show(<WithDialog isBusy />)
    await opener().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).toBeVisible()
    await expect.element(dialog().getByRole('button', { name: uiTexts.close })).toBeDisabled()
  })
})

describe('a confirmation', () => {
  it('of a destruction starts on its cancel button, and Enter deletes nothing', async () => {
    const onConfirm = vi.fn()
    const onClose = vi.fn()
    await show(
      <ConfirmDialog
        title="Supprimer ?"
        isOpen
        confirmLabel="Supprimer"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>Trois mots de passe.</p>
      </ConfirmDialog>,
    )
    await expect.element(page.getByRole('button', { name: uiTexts.cancel })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('stays until its action has succeeded, and cannot be confirmed twice', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onConfirm = vi.fn(() => promise)
    const onClose = vi.fn()
    await show(
      <ConfirmDialog
        title="Supprimer ?"
        isOpen
        confirmLabel="Supprimer"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>Trois mots de passe.</p>
      </ConfirmDialog>,
    )
    const confirm = page.getByRole('button', { name: 'Supprimer' })
    await confirm.click()
    await userEvent.keyboard('{Enter}')
    expect(onConfirm).toHaveBeenCalledTimes(1)
    expect(onClose).not.toHaveBeenCalled()
    resolve()
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
  })
})

describe('a dialog with a form', () => {
  const form = (props: {
    onSubmit: () => void
    isReady?: boolean
    isPending?: boolean
    refusals?: number
  }) => (
    <FormDialog title="Créer" submitLabel="Créer le coffre" isReady onClose={() => undefined} {...props}>
      <TextField
        label="Nom"
        value="x"
        onChange={() => undefined}
        error={props.refusals === undefined ? null : 'Ce nom existe.'}
      />
    </FormDialog>
  )
  const field = () => page.getByRole('textbox', { name: 'Nom' })

  it('is submitted by Enter in a field and by its button, once while it is pending', async () => {
    const onSubmit = vi.fn()
    const { rerender } = await show(form({ onSubmit }))
    await field().click()
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'Créer le coffre' }).click()
    expect(onSubmit).toHaveBeenCalledTimes(2)
    await rerender(form({ onSubmit, isPending: true }))
    await field().click()
    await userEvent.keyboard('{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(2)
    await expectAccessible()
  })

  it('moves the focus to the first invalid field on a refusal', async () => {
    const { rerender } = await show(form({ onSubmit: () => undefined }))
    await page.getByRole('button', { name: uiTexts.close }).click()
    await rerender(form({ onSubmit: () => undefined, refusals: 1 }))
    await expect.element(field()).toHaveFocus()
  })
})

describe('a side panel', () => {
  const panel = (onClose: () => void) => (
    <SidePanel title="Archives" label="Archives" isOpen onClose={onClose}>
      <TextField label="Nom" value="" onChange={() => undefined} />
    </SidePanel>
  )

  it('is beside the list on a wide screen, and Escape closes it', async () => {
    const onClose = vi.fn()
    await show(panel(onClose))
    await expect.element(page.getByRole('complementary', { name: 'Archives' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('textbox').click()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('is a modal sheet on a phone', async () => {
    await page.viewport(360, 740)
    try {
      await show(panel(() => undefined))
      await expect.element(page.getByRole('dialog', { name: 'Archives' })).toBeVisible()
      await expectAccessible()
    } finally {
      await page.viewport(1024, 768)
    }
  })
})

/** A menu of two questions and one action. */
function WithChoices(): ReactNode {
  const [theme, setTheme] = useState('Clair')
  const answers = (of: string, labels: readonly string[], current: string) =>
    labels.map((label) => ({
      id: label,
      label,
      choice: { of, isCurrent: label === current },
      onAction: () => of === 'Thème' && setTheme(label),
    }))
  return (
    <MenuButton
      label="Affichage"
      entries={[
        { id: 'account', label: 'Mon compte' },
        'line',
        ...answers('Thème', ['Clair', 'Sombre'], theme),
        ...answers('Hauteur', ['Confortable', 'Compacte'], 'Confortable'),
      ]}
    />
  )
}

describe('a menu', () => {
  const entries = (onAction: (id: string) => void) =>
    [
      { id: 'rename', label: 'Renommer', onAction: () => onAction('rename') },
      { id: 'move', label: 'Déplacer', isDisabled: true, onAction: () => onAction('move') },
      'line',
      { id: 'remove', label: 'Supprimer', look: 'danger', onAction: () => onAction('remove') },
    ] as const

  it('is opened and chosen from by keyboard, disabled entries excepted, and returns the focus', async () => {
    const onAction = vi.fn()
    await show(<MenuButton label="Actions" entries={entries(onAction)} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Renommer' })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'Supprimer' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onAction.mock.calls).toEqual([['remove']])
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Actions' })).toHaveFocus()
  })

  it('is closed by Escape without an action', async () => {
    const onAction = vi.fn()
    await show(<MenuButton label="Actions" entries={entries(onAction)} />)
    await page.getByRole('button', { name: 'Actions' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    expect(onAction).not.toHaveBeenCalled()
  })

  it('says which answer of a choice is the current one, and Space takes another without closing it', async () => {
    await show(<WithChoices />)
    await page.getByRole('button', { name: 'Affichage' }).click()
    const themes = page.getByRole('group', { name: 'Thème' })
    const theme = (name: string) => themes.getByRole('menuitemradio', { name })
    await expect.element(theme('Clair')).toHaveAttribute('aria-checked', 'true')
    await expect.element(theme('Sombre')).toHaveAttribute('aria-checked', 'false')
    const heights = page.getByRole('group', { name: 'Hauteur' }).getByRole('menuitemradio')
    expect(heights.elements().map((entry) => entry.getAttribute('aria-checked'))).toEqual(['true', 'false'])
    // What is no answer to a question is a plain entry.
    expect(page.getByRole('menuitem').elements()).toHaveLength(1)
    await expectAccessible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.element(theme('Sombre')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(theme('Sombre')).toHaveAttribute('aria-checked', 'true')
    await expect.element(theme('Clair')).toHaveAttribute('aria-checked', 'false')
    expect(heights.elements().map((entry) => entry.getAttribute('aria-checked'))).toEqual(['true', 'false'])
    await theme('Clair').click()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Affichage' }).click()
    await expect.element(theme('Clair')).toHaveAttribute('aria-checked', 'true')
  })
})

it('breadcrumbs fold their middle into a menu, and follow links in place', async () => {
  const followed = vi.fn()
  const crumbs = ['Coffre', 'A', 'B', 'C', 'D', 'E'].map((label) => ({
    id: label,
    label,
    href: `#${label}`,
    onFollow: () => followed(label),
  }))
  await show(<Breadcrumbs crumbs={crumbs} />)
  await expect.element(page.getByRole('link', { name: 'A', exact: true })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Coffre' }).click()
  await page.getByRole('button', { name: uiTexts.breadcrumb }).click()
  await page.getByRole('menuitem', { name: 'B' }).click()
  expect(followed.mock.calls).toEqual([['Coffre'], ['B']])
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('E')
  await expectAccessible()
})
