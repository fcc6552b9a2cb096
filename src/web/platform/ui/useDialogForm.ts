import { useState } from 'react'
import type { FormDialogProps } from './FormDialog.tsx'
import { useForm, type Checks, type FormState } from './useForm.ts'

type Sending = Required<Pick<FormDialogProps, 'isDirty' | 'isReady' | 'isPending' | 'refusals' | 'onSubmit'>>

export type DialogFormState<Values extends object> = FormState<Values> & {
  /**
   * Returns the props of the FormDialog that sends the form. It is pending until `send` reports a refusal or
   * resets the form: after a success it closes.
   */
  dialog: (send: (values: Values) => Promise<void>) => Sending
}

/** Returns the state of a form in a FormDialog. */
export function useDialogForm<Values extends object>(
  initial: Values,
  checks?: Checks<Values>,
): DialogFormState<Values> {
  const form = useForm(initial, checks)
  const [isPending, setPending] = useState(false)
  return {
    ...form,
    fail: (name, error) => {
      setPending(false)
      form.fail(name, error)
    },
    reset: (values) => {
      setPending(false)
      form.reset(values)
    },
    dialog: (send) => ({
      isDirty: form.isDirty,
      isReady: form.isReady,
      isPending,
      refusals: form.refusals,
      onSubmit: () =>
        form.submit((values) => {
          setPending(true)
          void send(values)
        }),
    }),
  }
}
