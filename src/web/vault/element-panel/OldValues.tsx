import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EyeOff, History, RotateCcw } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { panelTexts } from '#texts/vault/contents.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { SecretText } from '#web/platform/ui/SecretText.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { afterSettling, isFocusLost } from '#web/platform/ui/useFocusBack.ts'
import { useIsInSight } from '#web/platform/ui/useIsInSight.ts'
import { HistoryList, type WireEntry } from './HistoryList.tsx'
import styles from './OldValues.module.css'

const texts = panelTexts.versions

type Version = { id: number; paramName: string; createdAt: string }

/** What the history of one kind of element needs to show what its changes replaced. */
export type OldValueCalls = {
  /** Where the list of old values is kept in the cache: under the chest's, so that a change brings it up to date. */
  queryKey: readonly unknown[]
  list: (signal: AbortSignal) => Promise<readonly Version[]>
  open: (versionId: number) => Promise<{ paramName: string; value: string }>
  restore: (versionId: number) => Promise<{ message: string }>
  /** An old value as it is read: the name of a category, the key in an otpauth address; and whether it is a secret. */
  read: (paramName: string, value: string) => { text: string; isSecret: boolean }
  onChanged: () => Promise<void>
}

export type OldValuesProps = { entries: readonly WireEntry[]; now: number; calls: OldValueCalls }

/** The value of `otp` is replaced by two kinds of change. */
const fieldOf = (paramName: string | null) => (paramName === 'otp_delete' ? 'otp' : paramName)
const keyOf = ({ paramName, createdAt }: { paramName: string | null; createdAt: string }) =>
  `${fieldOf(paramName)} ${createdAt}`

/** The history, with the old value that each change replaced: seen when asked for, and restored. */
export function OldValues({ entries, now, calls }: OldValuesProps): ReactNode {
  const { data } = useQuery({
    queryKey: calls.queryKey,
    queryFn: ({ signal }) => calls.list(signal),
  })
  const versions = new Map(data?.map((version) => [keyOf(version), version]))
  return (
    <HistoryList
      entries={entries}
      now={now}
      extra={(entry) => {
        const version = versions.get(keyOf(entry))
        return version && <OldValue key={version.id} versionId={version.id} calls={calls} />
      }}
    />
  )
}

type Opened = { text: string; isSecret: boolean; until: number }

function OldValue({ versionId, calls }: { versionId: number; calls: OldValueCalls }): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const isInSight = useIsInSight()
  const frame = useRef<HTMLDivElement>(null)
  /** Masked by hand: the button that shows it again has the focus. */
  const [wasMasked, setMasked] = useState(false)

  useEffect(() => {
    if (opened === null || !opened.isSecret) return undefined
    const timer = setTimeout(() => setOpened(null), Math.max(0, opened.until - Date.now()))
    return () => {
      clearTimeout(timer)
      // Also when it is put away with its chest: nothing would count its seconds there.
      setOpened((present) => (present === opened ? null : present))
    }
  }, [opened])

  const open = async () => {
    if (isOpening) return
    setMasked(false)
    setOpening(true)
    try {
      const { paramName, value } = await calls.open(versionId)
      if (isInSight())
        setOpened({ ...calls.read(paramName, value), until: Date.now() + screenLimits.revealMs })
    } catch {
      toasts.error(texts.openFailed)
      // Others may have changed the field since: the oldest value goes then.
      await cache.invalidateQueries({ queryKey: calls.queryKey })
    }
    setOpening(false)
  }
  const restore = async () => {
    const panel = frame.current?.closest('aside, [role="tabpanel"]')?.parentElement
    setRestoring(true)
    try {
      const { message } = await calls.restore(versionId)
      toasts.success(message)
      setOpened(null)
    } catch (error) {
      toasts.error(`${panelTexts.updateFailed}. ${sentenceOf(error)}`)
    }
    await calls.onChanged()
    setRestoring(false)
    // The line that it stood in is another one now: the tab above the lines takes the focus.
    afterSettling(() => {
      if (isFocusLost()) panel?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
    })
  }
  if (opened === null) {
    return (
      <Button size="small" look="plain" icon={<History />} autoFocus={wasMasked} onPress={() => void open()}>
        {texts.open}
      </Button>
    )
  }
  return (
    <div ref={frame} className={styles.old} role="group" aria-label={texts.value}>
      <div className={styles.value}>
        {opened.text === '' ? (
          <span className={styles.none}>{texts.nothing}</span>
        ) : opened.isSecret ? (
          <SecretText value={opened.text} />
        ) : (
          opened.text
        )}
      </div>
      <div className={styles.buttons}>
        {opened.text !== '' && (
          <CopyButton
            size="small"
            label={texts.copy}
            source={opened.text}
            clearAfter={opened.isSecret ? screenLimits.clipboardMs : undefined}
          />
        )}
        <Button
          size="small"
          look="plain"
          icon={<EyeOff />}
          autoFocus
          onPress={() => {
            setMasked(true)
            setOpened(null)
          }}
        >
          {texts.close}
        </Button>
        <Button size="small" icon={<RotateCcw />} isPending={isRestoring} onPress={() => void restore()}>
          {texts.restore}
        </Button>
      </div>
    </div>
  )
}
