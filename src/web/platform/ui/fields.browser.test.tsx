import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listTexts } from '#texts/platform/lists.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { Checkbox, Switch } from './Checkbox.tsx'
import { CodeField } from './CodeField.tsx'
import { ComboBox } from './ComboBox.tsx'
import { Form } from './Form.tsx'
import { FileDrop } from './FileDrop.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SearchField, type SearchFieldProps } from './SearchField.tsx'
import { Select } from './Select.tsx'
import { Slider } from './Slider.tsx'
import { TextArea, TextField, type TextFieldProps } from './TextField.tsx'

/** A field with its own state, as forms give it. */
function Own<Value>(props: {
  initial: Value
  children: (value: Value, set: (value: Value) => void) => ReactNode
}): ReactNode {
  const [value, set] = useState(props.initial)
  return props.children(value, set)
}

const text = (props: Partial<TextFieldProps> = {}) => (
  <Own initial="">{(value, set) => <TextField label="Nom" {...props} value={value} onChange={set} />}</Own>
)

describe('a text field', () => {
  it('explains the asterisk of a required field at the head of its form', async () => {
    const form = (isRequired: boolean) => <Form onSubmit={() => undefined}>{text({ isRequired })}</Form>
    const { rerender } = await show(form(true))
    await expect.element(page.getByText(uiTexts.requiredLegend)).toBeVisible()
    await rerender(form(false))
    await expect.element(page.getByText(uiTexts.requiredLegend)).not.toBeVisible()
  })

  it('is named by its label and described by its hint', async () => {
    await show(text({ description: 'Visible de tous' }))
    const field = page.getByRole('textbox', { name: 'Nom' })
    await userEvent.fill(field, 'Alice')
    await expect.element(field).toHaveValue('Alice')
    await expect.element(field).toHaveAccessibleDescription('Visible de tous')
    await expectAccessible()
  })

  it('is invalid and described by its fault', async () => {
    await show(text({ error: 'Le nom est obligatoire.', isRequired: true }))
    const field = page.getByRole('textbox')
    await expect.element(field).toBeInvalid()
    await expect.element(field).toHaveAccessibleDescription(/Le nom est obligatoire/)
    await expectAccessible()
  })

  it('accepts no input while it is disabled or read-only', async () => {
    await show(text({ isDisabled: true }))
    await expect.element(page.getByRole('textbox')).toBeDisabled()
    await show(text({ isReadOnly: true, label: 'Adresse' }))
    await userEvent.type(page.getByRole('textbox', { name: 'Adresse' }), 'x')
    await expect.element(page.getByRole('textbox', { name: 'Adresse' })).toHaveValue('')
  })

  it('of several lines keeps line breaks', async () => {
    await show(
      <Own initial="">{(value, set) => <TextArea label="Notes" value={value} onChange={set} />}</Own>,
    )
    await userEvent.type(page.getByRole('textbox', { name: 'Notes' }), 'a{Enter}b')
    await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('a\nb')
    await expectAccessible()
  })
})

const maskOf = () =>
  getComputedStyle(page.getByLabelText('Secret').element()).getPropertyValue('-webkit-text-security')

it('a secret of the vault is a masked text, which browsers do not offer to store, until its button reveals it', async () => {
  await show(
    <Own initial="secret">
      {(value, set) => <PasswordField label="Secret" value={value} onChange={set} />}
    </Own>,
  )
  const field = page.getByLabelText('Secret')
  const attributes = { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' }
  for (const [name, value] of Object.entries(attributes))
    await expect.element(field).toHaveAttribute(name, value)
  expect(maskOf()).toBe('disc')
  await page.getByRole('button', { name: uiTexts.reveal }).click()
  await expect.poll(maskOf).toBe('none')
  await page.getByRole('button', { name: uiTexts.mask }).click()
  await expect.poll(maskOf).toBe('disc')
  await expectAccessible()
})

it('a masked secret cannot be copied, cut or dragged, as in a password field; a revealed one can', async () => {
  const onChange = vi.fn()
  await show(<PasswordField label="Secret" value="secret" onChange={onChange} />)
  const field = page.getByLabelText('Secret')
  const refused = () => {
    const input = field.element()
    return ['copy', 'cut', 'dragstart'].filter(
      (name) => !input.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })),
    )
  }
  expect(refused()).toEqual(['copy', 'cut', 'dragstart'])
  field.element().focus()
  await userEvent.keyboard('{Control>}ax{/Control}')
  expect(onChange).not.toHaveBeenCalled()
  await page.getByRole('button', { name: uiTexts.reveal }).click()
  await expect.poll(refused).toEqual([])
  // What is copied from it then is cleared from the clipboard.
  await expect.element(field).toHaveAttribute('data-secret')
})

it('a secret is a password field in a browser that masks no texts', async () => {
  const supports = vi.spyOn(CSS, 'supports').mockReturnValue(false)
  await show(
    <Own initial="secret">
      {(value, set) => <PasswordField label="Secret" value={value} onChange={set} />}
    </Own>,
  )
  await expect.element(page.getByLabelText('Secret')).toHaveAttribute('type', 'password')
  supports.mockRestore()
})

it('the password of the account is masked until its button reveals it, and browsers may store it', async () => {
  await show(
    <Own initial="secret">
      {(value, set) => (
        <PasswordField label="Secret" autoComplete="current-password" value={value} onChange={set} />
      )}
    </Own>,
  )
  const field = page.getByLabelText('Secret')
  await expect.element(field).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: uiTexts.reveal }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: uiTexts.mask }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
  await expectAccessible()
})

it('a code field keeps six digits of a code pasted with a space', async () => {
  await show(<Own initial="">{(value, set) => <CodeField label="Code" value={value} onChange={set} />}</Own>)
  const field = page.getByRole('textbox', { name: 'Code' })
  await userEvent.fill(field, '123 4567')
  await expect.element(field).toHaveValue('123456')
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible()
})

describe('a search field', () => {
  const search = (props: Partial<SearchFieldProps> & Pick<SearchFieldProps, 'onChange'>) => (
    <Own initial="">
      {(value, set) => (
        <SearchField
          label="Chercher"
          {...props}
          value={value}
          onChange={(text) => {
            set(text)
            props.onChange(text)
          }}
        />
      )}
    </Own>
  )

  it('sends what is typed, and on Enter without its delay', async () => {
    const onChange = vi.fn()
    const onGoOn = vi.fn()
    await show(search({ onChange, onGoOn, delay: 600_000 }))
    await userEvent.type(page.getByRole('searchbox'), 'abc')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(onChange.mock.calls).toEqual([['abc']])
    expect(onGoOn).toHaveBeenCalledTimes(1)
    await expectAccessible()
  })

  it('is cleared by Escape and by its button', async () => {
    const onChange = vi.fn()
    await show(search({ onChange }))
    const field = page.getByRole('searchbox')
    await userEvent.type(field, 'a')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).toHaveValue('')
    await userEvent.type(field, 'b')
    await page.getByRole('button', { name: uiTexts.clear }).click()
    await expect.element(field).toHaveValue('')
    expect(onChange.mock.calls).toEqual([['a'], [''], ['b'], ['']])
  })
})

const towns = [
  { id: 'lyon', label: 'Lyon' },
  { id: 'nantes', label: 'Nantes' },
  { id: 'nice', label: 'Nice', isDisabled: true },
]

it('a select is opened and chosen from by keyboard, disabled choices excepted', async () => {
  await show(
    <Own<string | null> initial={null}>
      {(value, set) => <Select label="Ville" choices={towns} value={value} onChange={set} />}
    </Own>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Nice' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
  await userEvent.keyboard('na')
  await expect.element(page.getByRole('option', { name: 'Nantes' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: /Ville/ })).toHaveTextContent('Nantes')
  await expect.element(page.getByRole('button', { name: /Ville/ })).toHaveFocus()
})

it('a combo box offers what was found, or says that nothing was', async () => {
  const part = (found: typeof towns) => (
    <Own initial="">
      {(search, setSearch) => (
        <Own<string | null> initial={null}>
          {(value, set) => (
            <ComboBox
              label="Ville"
              choices={found}
              value={value}
              onChange={(id) => {
                set(id)
                const chosen = towns.find((town) => town.id === id)
                if (chosen !== undefined) setSearch(chosen.label)
              }}
              search={search}
              onSearch={setSearch}
              empty="Aucun résultat"
            />
          )}
        </Own>
      )}
    </Own>
  )
  const { rerender } = await show(part(towns))
  const field = page.getByRole('combobox', { name: 'Ville' })
  await userEvent.type(field, 'n')
  await page.getByRole('option', { name: 'Nantes' }).click()
  await expect.element(field).toHaveValue('Nantes')
  await rerender(part([]))
  await userEvent.type(field, 'x')
  await expect.element(page.getByText('Aucun résultat')).toBeVisible()
})

it('a slider moves by arrow keys, and takes a typed number within its bounds once it is complete', async () => {
  await show(
    <Own initial={20}>
      {(value, set) => <Slider label="Longueur" value={value} onChange={set} minimum={8} maximum={128} />}
    </Own>,
  )
  const slider = page.getByRole('slider', { name: 'Longueur' })
  slider.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(slider).toHaveValue('21')
  const number = page.getByRole('spinbutton', { name: 'Longueur' })
  await userEvent.fill(number, '')
  // The first digit alone is below the bounds.
  await userEvent.type(number, '24')
  await expect.element(number).toHaveValue(24)
  await expect.element(slider).toHaveValue('21')
  await userEvent.keyboard('{Enter}')
  await expect.element(slider).toHaveValue('24')
  await userEvent.fill(number, '64')
  await userEvent.tab()
  await expect.element(slider).toHaveValue('64')
  for (const [typed, counts] of [
    ['4', 8],
    ['500', 128],
    ['', 128],
  ] as const) {
    await userEvent.fill(number, typed)
    await userEvent.tab()
    await expect.element(slider).toHaveValue(String(counts))
    await expect.element(number).toHaveValue(counts)
  }
  number.element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(slider).toHaveValue('127')
  await expectAccessible()
})

it('a checkbox and a switch are toggled by Space and by their label', async () => {
  await show(
    <>
      <Own initial={false}>
        {(value, set) => (
          <Checkbox label="Lire" description="Voir le contenu" isSelected={value} onChange={set} />
        )}
      </Own>
      <Own initial={true}>{(value, set) => <Switch label="Actif" isSelected={value} onChange={set} />}</Own>
    </>,
  )
  const box = page.getByRole('checkbox', { name: 'Lire' })
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(box).toBeChecked()
  await expect.element(box).toHaveAccessibleDescription('Voir le contenu')
  await page.getByText('Actif').click()
  await expect.element(page.getByRole('switch', { name: 'Actif' })).not.toBeChecked()
  await expectAccessible()
})

it('a checkbox of a part is neither ticked nor empty', async () => {
  await show(<Checkbox label="Tout" isSelected={false} isIndeterminate />)
  await expect.element(page.getByRole('checkbox', { name: 'Tout' })).toBePartiallyChecked()
})

describe('a file field', () => {
  const drop = (onChange: (file: File | null) => void) => (
    <Own<File | null> initial={null}>
      {(file, set) => (
        <FileDrop
          label="Fichier"
          endings={['.csv']}
          maximumBytes={10}
          file={file}
          onChange={(chosen) => {
            set(chosen)
            onChange(chosen)
          }}
        />
      )}
    </Own>
  )
  const file = (name: string, content = 'a;b') => new File([content], name)

  it('shows the chosen file and removes it', async () => {
    const onChange = vi.fn()
    await show(drop(onChange))
    await userEvent.upload(page.getByLabelText('Fichier'), file('mots.csv'))
    await expect.element(page.getByText('mots.csv')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: listTexts.files.remove }).click()
    await expect.element(page.getByText('mots.csv')).not.toBeInTheDocument()
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  it('reports a wrong extension and a file that is too large, and keeps neither', async () => {
    const onChange = vi.fn()
    await show(drop(onChange))
    for (const refused of [file('mots.exe'), file('mots.csv', 'x'.repeat(11))]) {
      await userEvent.upload(page.getByLabelText('Fichier'), refused)
      const fault = refused.name.endsWith('.exe')
        ? listTexts.files.wrongType('.csv')
        : listTexts.files.tooLarge(listTexts.files.kilobytes(10))
      await expect.poll(() => page.getByRole('alert').element().textContent).toBe(fault)
      expect(onChange).toHaveBeenLastCalledWith(null)
    }
    await expectAccessible()
  })
})
