import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { sso } from '#contract/identity/sso.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { userSsoTexts as texts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { LoadedDialog } from '#web/platform/shell/Loaded.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import type { User } from './queries.ts'
import styles from './SsoDialog.module.css'

type Standing = ReplyOf<typeof sso.read>
type Identity = NonNullable<Standing['request']>

/** Twelve characters. Case and separators do not count. */
const codeLength = 12
const isWhole = (code: string): boolean => code.replace(/[^A-Za-z0-9]/g, '').length === codeLength

export type SsoDialogProps = { user: User; onClose: () => void }

/** The user's identity at the provider: shown, linked by the code that the user passes on, or unlinked. */
export function SsoDialog({ user, onClose }: SsoDialogProps): ReactNode {
  const query = useQuery({
    ...replyQuery(['users', user.id, 'sso'], sso.read, { params: { id: user.id }, query: {} }),
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <LoadedDialog
      title={texts.title(nameOf(user))}
      size="small"
      query={query}
      failed={texts.readFailed}
      lines={5}
      onClose={onClose}
    >
      {({ linked }) => <Linking user={user} linked={linked} refresh={query.refetch} onClose={onClose} />}
    </LoadedDialog>
  )
}

type LinkingProps = SsoDialogProps & { linked: Standing['linked']; refresh: () => Promise<unknown> }

function Linking({ user, linked, refresh, onClose }: LinkingProps): ReactNode {
  const toasts = useToasts()
  const [found, setFound] = useState<Identity | null>(null)
  const [isPending, setPending] = useState(false)
  const [isParting, setParting] = useState(false)
  const form = useForm({ code: '' }, { code: (code) => (isWhole(code) ? null : texts.codeFormat) })
  const field = form.field('code')
  const params = { id: user.id }

  const look = async (code: string) => setFound((await call(sso.read, { params, query: { code } })).request)
  const link = async (code: string) => {
    const { message } = await call(sso.link, { params, body: { code } })
    toasts.success(message)
    onClose()
  }
  const submit = async (code: string) => {
    setPending(true)
    try {
      await (found === null ? look(code) : link(code))
    } catch (failure) {
      // The code has expired or belongs to another account: ask for it again.
      setFound(null)
      if (
        isCode(failure, 'SSO_CODE_WRONG') ||
        isCode(failure, 'CODE_OUTLIVED') ||
        isCode(failure, 'SSO_ALREADY_LINKED')
      )
        form.fail('code', sentenceOf(failure))
      else toasts.error(sentenceOf(failure))
    }
    setPending(false)
  }
  const part = async () => {
    try {
      const { message } = await call(sso.unlink, { params })
      toasts.success(message)
    } catch (failure) {
      toasts.error(sentenceOf(failure))
    }
    await refresh()
  }
  return (
    <>
      <FormDialog
        title={texts.title(nameOf(user))}
        size="small"
        submitLabel={found === null ? texts.check : texts.link}
        isReady={form.isReady}
        isPending={isPending}
        refusals={form.refusals}
        onSubmit={() => form.submit(({ code }) => void submit(code))}
        onClose={onClose}
      >
        {linked === null ? (
          <p className={styles.quiet}>{texts.none}</p>
        ) : (
          <section className={styles.linked} aria-label={texts.linked}>
            <Facts identity={linked} linkedAt={linked.linkedAt} />
            <Button size="small" onPress={() => setParting(true)}>
              {texts.part}
            </Button>
          </section>
        )}
        <TextField
          {...field}
          label={linked === null ? texts.code : texts.otherCode}
          description={texts.codeDetail}
          onChange={(code) => {
            setFound(null)
            field.onChange(code.toUpperCase())
          }}
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          isMono
          autoFocus={linked === null}
        />
        <div role="status">
          {found !== null && (
            <Banner tone="attention" title={texts.found}>
              <Facts identity={found} />
              <p>{texts.foundDetail(nameOf(user))}</p>
            </Banner>
          )}
        </div>
      </FormDialog>
      {isParting && (
        <ConfirmDialog
          isOpen
          title={texts.confirm.title}
          confirmLabel={texts.part}
          onConfirm={part}
          onClose={() => setParting(false)}
        >
          <p>{texts.confirm.detail(nameOf(user))}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The claims of an identity at the provider. */
function Facts({ identity, linkedAt }: { identity: Identity; linkedAt?: string }): ReactNode {
  const rows = [
    [texts.name, identity.name],
    [texts.email, identity.email],
    [texts.issuer, identity.issuer],
    [texts.subject, identity.subject],
    [texts.since, linkedAt === undefined ? '' : formatExactDate(Date.parse(linkedAt))],
  ] as const
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
