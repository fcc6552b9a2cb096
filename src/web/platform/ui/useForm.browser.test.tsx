import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#web/testing/show.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './useForm.ts'

const checks = { name: (text: string) => (text.length > 3 ? null : 'Trop court') }

function EditForm({ name }: { name: string }): ReactNode {
  const form = useForm({ name }, checks)
  return <TextField label="Nom" {...form.field('name')} />
}

const field = () => page.getByRole('textbox', { name: 'Nom' })
/** The colour of the field's box: `valid`, `wrong` or neither. */
const colour = () =>
  /(valid|wrong)_/.exec(
    [...document.querySelectorAll('[class*="field"]')].map((one) => one.className).join(' '),
  )?.[1]

it('an edit form is neutral on opening, and again when its first value is back', async () => {
  // Also for a value that the rules of today refuse.
  for (const [name, changed, verdict] of [
    ['Alice', 'Alice Martin', 'valid'],
    ['Al', 'A', 'wrong'],
  ] as const) {
    const { unmount } = await show(<EditForm name={name} />)
    // Another field's check has run meanwhile: wait for a verdict, then return to the first value.
    expect(colour()).toBeUndefined()
    await userEvent.fill(field(), changed)
    await expect.poll(colour).toBe(verdict)
    await userEvent.fill(field(), name)
    await expect.poll(colour).toBeUndefined()
    await unmount()
  }
})
