import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { passkeys } from '#contract/identity/passkeys.ts'
import { accountLimits } from '#domain/platform/limits.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { call } from '#web/platform/api/client.ts'
import { ApiError, sentenceOf } from '#web/platform/api/errors.ts'
import { knowsPasskeys, makePasskey } from '#web/platform/api/passkey.ts'
import { all, atMost, follows, required } from '#web/platform/shell/checks.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import rows from '#web/platform/ui/RowList.module.css'
import styles from './Account.module.css'
import { accountKey, type Account } from './queries.ts'
import { Section } from './Section.tsx'
import { useProof } from './useProof.tsx'

const texts = accountSecurityTexts.passkeys
const clockStepMs = 30_000
type Passkey = Account['passkeys'][number]
type Opened = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys: a second factor beside the authenticator. */
export function PasskeysSection({ own }: { own: Account }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const { proved, dialog } = useProof(own)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const mayAdd = own.offersPasskeys && knowsPasskeys()

  const told = async (deed: () => Promise<unknown>, done: string) => {
    try {
      if ((await deed()) === null) return
      toasts.success(done)
    } catch (error) {
      toasts.error(error instanceof ApiError ? sentenceOf(error) : texts.gaveUp)
    }
    await cache.invalidateQueries({ queryKey: accountKey })
  }
  const add = async (name: string) => {
    close()
    await told(async () => {
      const options = await proved(() => call(passkeys.ask, {}))
      return options && call(passkeys.add, { body: { name, response: await makePasskey(options) } })
    }, texts.added)
  }
  const rename = async ({ id }: Passkey, name: string) => {
    close()
    await told(() => call(passkeys.rename, { params: { id }, body: { name } }), texts.renamed)
  }
  const remove = ({ id }: Passkey) =>
    told(() => proved(() => call(passkeys.remove, { params: { id } })), texts.removed)

  return (
    <Section
      title={texts.title}
      detail={own.offersPasskeys ? (knowsPasskeys() ? texts.detail : texts.notKnown) : texts.notOffered}
      actions={mayAdd && <Button onPress={() => setOpened({ name: 'add' })}>{texts.add}</Button>}
    >
      {own.passkeys.length === 0 ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <ul className={rows.list} aria-label={texts.list}>
          {own.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span className={rows.icon} aria-hidden="true">
                <KeyRound />
              </span>
              <div className={rows.words}>
                <p className={rows.title}>{passkey.name}</p>
                <p className={rows.detail}>
                  {texts.created} <RelativeTime at={passkey.createdAt} now={now} />
                  {' · '}
                  {passkey.lastUsedAt === null ? (
                    texts.neverUsed
                  ) : (
                    <>
                      {texts.lastUsed} <RelativeTime at={passkey.lastUsedAt} now={now} />
                    </>
                  )}
                </p>
              </div>
              <div className={styles.buttons}>
                <Button
                  size="small"
                  aria-label={texts.renameOf(passkey.name)}
                  onPress={() => setOpened({ name: 'rename', passkey })}
                >
                  {texts.rename}
                </Button>
                <Button
                  size="small"
                  aria-label={texts.removeOf(passkey.name)}
                  onPress={() => setOpened({ name: 'remove', passkey })}
                >
                  {texts.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {dialog}
      {opened?.name === 'add' && (
        <NameDialog
          title={texts.addTitle}
          submitLabel={texts.addSubmit}
          name=""
          onSubmit={add}
          onClose={close}
        />
      )}
      {opened?.name === 'rename' && (
        <NameDialog
          title={texts.renameTitle}
          submitLabel={texts.rename}
          name={opened.passkey.name}
          onSubmit={(name) => rename(opened.passkey, name)}
          onClose={close}
        />
      )}
      {opened?.name === 'remove' && (
        <ConfirmDialog
          isOpen
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          onConfirm={() => {
            void remove(opened.passkey)
          }}
          onClose={close}
        >
          <p>{texts.removeDetail(opened.passkey.name)}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

const checks = {
  name: all(required, atMost(accountLimits.passkeyName), follows('REGEX_ITEM_NAME', texts.nameDetail)),
}

function NameDialog(props: {
  title: string
  submitLabel: string
  name: string
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}): ReactNode {
  const form = useForm({ name: props.name }, checks)
  return (
    <FormDialog
      title={props.title}
      size="small"
      submitLabel={props.submitLabel}
      isReady={form.isReady}
      refusals={form.refusals}
      onSubmit={() => form.submit(({ name }) => void props.onSubmit(name))}
      onClose={props.onClose}
    >
      <TextField label={texts.name} description={texts.nameDetail} autoFocus {...form.field('name')} />
    </FormDialog>
  )
}
