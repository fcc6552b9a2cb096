import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { account } from '#contract/identity/account.ts'
import { accountTexts } from '#texts/identity/account.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { follows } from '#web/platform/shell/checks.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Form, FormRow } from '#web/platform/ui/Form.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import rows from '#web/platform/ui/RowList.module.css'
import styles from './Account.module.css'
import { accountKey, type Account } from './queries.ts'
import { Section } from './Section.tsx'

const texts = accountTexts.names

const checks = {
  firstName: follows('REGEX_FIRST_NAME', texts.nameFormat),
  lastName: follows('REGEX_LAST_NAME', texts.nameFormat),
}

/** The names, which users change themselves, and login and e-mail, which administrators change. */
export function NamesSection({ own }: { own: Account }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const form = useForm({ firstName: own.firstName, lastName: own.lastName }, checks)

  const save = async (names: { firstName: string; lastName: string }) => {
    setPending(true)
    try {
      await call(account.rename, { body: names })
      form.reset(names)
      toasts.success(texts.saved)
      await Promise.all([
        cache.invalidateQueries({ queryKey: accountKey }),
        cache.invalidateQueries({ queryKey: cacheKeys.session }),
      ])
    } catch (error) {
      toasts.error(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <Section title={texts.title} detail={own.keptByDirectory ? texts.keptByDirectory : texts.detail}>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.login}</dt>
          <dd>{own.login}</dd>
        </div>
        <div>
          <dt>{texts.email}</dt>
          <dd>{own.email}</dd>
          <dd className={rows.detail}>{own.keptByDirectory ? texts.emailOfDirectory : texts.emailKept}</dd>
        </div>
      </dl>
      <Form
        aria-label={texts.title}
        refusals={form.refusals}
        isUnsaved={form.isDirty}
        isPending={isPending}
        onSubmit={() => form.submit((names) => void save(names))}
      >
        <FormRow>
          <TextField
            label={texts.firstName}
            autoComplete="given-name"
            isDisabled={own.keptByDirectory}
            {...form.field('firstName')}
          />
          <TextField
            label={texts.lastName}
            autoComplete="family-name"
            isDisabled={own.keptByDirectory}
            {...form.field('lastName')}
          />
        </FormRow>
        {!own.keptByDirectory && (
          <div className={styles.buttons}>
            <Button type="submit" isPending={isPending} isDisabled={!form.isReady || !form.isDirty}>
              {texts.save}
            </Button>
          </div>
        )}
      </Form>
    </Section>
  )
}
