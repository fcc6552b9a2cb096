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
import { Row, RowList } from '#web/platform/ui/RowList.tsx'
import styles from './Account.module.css'
import { accountKey, type Account } from './queries.ts'
import { Section } from './Section.tsx'
import { useProof } from './useProof.tsx'

const texts = accountSecurityTexts.passkeys
const clockStepMs = 30_000
type Passkey = Account['passkeys'][number]
type Opened = { name: 'add'; passkey: null } | { name: 'rename' | 'remove'; passkey: Passkey }

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
      actions={
        mayAdd && <Button onPress={() => setOpened({ name: 'add', passkey: null })}>{texts.add}</Button>
      }
    >
      {own.passkeys.length === 0 ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <RowList label={texts.list}>
          {own.passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              icon={<KeyRound />}
              title={passkey.name}
              detail={
                <>
                  {texts.created} <RelativeTime at={passkey.createdAt} now={now} />
                  {' · '}
                  {passkey.lastUsedAt === null ? texts.neverUsed : `${texts.lastUsed} `}
                  {passkey.lastUsedAt !== null && <RelativeTime at={passkey.lastUsedAt} now={now} />}
                </>
              }
            >
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
            </Row>
          ))}
        </RowList>
      )}
      {dialog}
      {opened !== null && opened.name !== 'remove' && (
        <NameDialog
          passkey={opened.passkey}
          onSubmit={(name) => (opened.passkey === null ? add(name) : rename(opened.passkey, name))}
          onClose={close}
        />
      )}
      {opened?.name === 'remove' && (
        <ConfirmDialog
          isOpen
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          onConfirm={() => void remove(opened.passkey)}
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
  /** null for a new one. */
  passkey: Passkey | null
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}): ReactNode {
  const { passkey } = props
  const form = useForm({ name: passkey?.name ?? '' }, checks)
  return (
    <FormDialog
      title={passkey === null ? texts.addTitle : texts.renameTitle}
      size="small"
      submitLabel={passkey === null ? texts.addSubmit : texts.rename}
      isReady={form.isReady}
      refusals={form.refusals}
      onSubmit={() => form.submit(({ name }) => void props.onSubmit(name))}
      onClose={props.onClose}
    >
      <TextField label={texts.name} description={texts.nameDetail} autoFocus {...form.field('name')} />
    </FormDialog>
  )
}
