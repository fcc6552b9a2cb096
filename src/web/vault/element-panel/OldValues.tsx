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
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { useIsVisible } from '#web/platform/ui/useIsVisible.ts'
import type { ElementCalls } from './elementCalls.ts'
import { HistoryList, type WireEntry } from './HistoryList.tsx'
import styles from './OldValues.module.css'

const texts = panelTexts.versions

/** How the values that the changes of an element replaced are shown and restored. */
export type OldValueUse = {
  /** The revision of the element on screen. */
  revision: number
  /**
   * Returns an old value as text (a category's name, the key of an otpauth address) and whether it is secret.
   */
  read: (paramName: string, value: string) => { text: string; isSecret: boolean }
  onChanged: () => Promise<void>
}

type Calls = { calls: ElementCalls; use: OldValueUse }
export type OldValuesProps = Calls & { entries: readonly WireEntry[]; now: number }

/** Two kinds of change replace the value of `otp`. */
const fieldOf = (paramName: string | null) => (paramName === 'otp_delete' ? 'otp' : paramName)
const keyOf = ({ paramName, createdAt }: { paramName: string | null; createdAt: string }) =>
  `${fieldOf(paramName)} ${createdAt}`

/** The history with buttons that show and restore the value that a change replaced. */
export function OldValues({ entries, now, calls, use }: OldValuesProps): ReactNode {
  const { data } = useQuery({
    queryKey: [...calls.queryKey, 'versions'],
    queryFn: ({ signal }) => calls.versions(signal),
  })
  const versions = new Map(data?.map((version) => [keyOf(version), version]))
  return (
    <HistoryList
      entries={entries}
      now={now}
      extra={(entry) => {
        const version = versions.get(keyOf(entry))
        return version && <OldValue key={version.id} versionId={version.id} calls={calls} use={use} />
      }}
    />
  )
}

type Opened = { text: string; isSecret: boolean; until: number }

function OldValue({ versionId, calls, use }: Calls & { versionId: number }): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const isInSight = useIsVisible()
  const frame = useRef<HTMLDivElement>(null)
  /** Masked by the user: the button that shows it again takes the focus. */
  const [wasMasked, setMasked] = useState(false)

  useEffect(() => {
    if (opened === null || !opened.isSecret) return undefined
    const timer = setTimeout(() => setOpened(null), Math.max(0, opened.until - Date.now()))
    return () => {
      clearTimeout(timer)
      // The cleanup also runs when the chest is locked and its page hidden, where the timer would not run.
      setOpened((present) => (present === opened ? null : present))
    }
  }, [opened])

  const open = async () => {
    if (isOpening) return
    setMasked(false)
    setOpening(true)
    try {
      const { paramName, value } = await calls.openVersion(versionId)
      if (isInSight()) setOpened({ ...use.read(paramName, value), until: Date.now() + screenLimits.revealMs })
    } catch {
      toasts.error(texts.openFailed)
      // Another user may have changed the field: the oldest value is discarded then.
      await cache.invalidateQueries({ queryKey: [...calls.queryKey, 'versions'] })
    }
    setOpening(false)
  }
  const restore = async () => {
    const panel = frame.current?.closest('aside, [role="tabpanel"]')?.parentElement
    setRestoring(true)
    try {
      const { message } = await calls.restoreVersion(versionId, use.revision)
      toasts.success(message)
      setOpened(null)
    } catch (error) {
      toasts.error(`${panelTexts.updateFailed}. ${sentenceOf(error)}`)
    }
    await use.onChanged()
    setRestoring(false)
    // The restored value adds an entry, which moves the focused line: focus the tab above.
    restoreFocus(() => panel?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'))
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
