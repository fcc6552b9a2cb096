import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import type { FormState } from '#web/ui/useForm.ts'

export type AuthFormProps<Values extends object> = {
  /** Stays the same, for password managers. */
  name?: string
  form: FormState<Values>
  submitLabel: string
  isPending: boolean
  onSubmit: (values: Values) => Promise<void>
  children: ReactNode
  /** Below the main button. */
  after?: ReactNode
}

/** The fields of a step of signing in, and its one wide button. */
export function AuthForm<Values extends object>(props: AuthFormProps<Values>): ReactNode {
  const { form, isPending } = props
  return (
    <Form
      name={props.name}
      onSubmit={() => form.submit((values) => void props.onSubmit(values))}
      refusals={form.refusals}
      isPending={isPending}
    >
      {props.children}
      <Button type="submit" look="primary" isWide isPending={isPending} isDisabled={!form.isReady}>
        {props.submitLabel}
      </Button>
      {props.after}
    </Form>
  )
}
