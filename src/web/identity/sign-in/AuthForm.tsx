import type { ReactNode } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Form } from '#web/platform/ui/Form.tsx'
import type { FormState } from '#web/platform/ui/useForm.ts'
import { AuthFrame, type AuthFrameProps } from '#web/platform/shell/AuthFrame.tsx'

export type AuthFormProps<Values extends object> = Omit<AuthFrameProps, 'children'> & {
  /** Constant, for password managers. */
  name?: string
  form: FormState<Values>
  submitLabel: string
  isPending: boolean
  onSubmit: (values: Values) => Promise<void>
  children: ReactNode
  /** Above the fields, outside the form. */
  notice?: ReactNode
  /** Below the main button. */
  after?: ReactNode
}

/** A page of /auth with a form: its card, the fields, and one wide button. */
export function AuthForm<Values extends object>(props: AuthFormProps<Values>): ReactNode {
  const { title, intro, isWide, form, isPending } = props
  return (
    <AuthFrame title={title} intro={intro} isWide={isWide}>
      {props.notice}
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
    </AuthFrame>
  )
}
