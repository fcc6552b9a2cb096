import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EyeOff, History, RotateCcw } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { extraFieldParam, historyActionOf, readExtraFieldParam } from '#domain/vault/history.ts'
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
   * Returns an old value as text (a category's name, the key of an otpauth address), whether it is secret, and
   * the label of an extra field.
   */
  read: (old: WireOldValue) => { text: string; isSecret: boolean; label?: string }
  onChanged: () => Promise<void>
}

export type WireOldValue = Awaited<ReturnType<ElementCalls['openVersion']>>

type Calls = { calls: ElementCalls; use: OldValueUse }
export type OldValuesProps = Calls & {
  entries: readonly WireEntry[]
  /** Whether the entries are the whole history. */
  isWhole: boolean
  now: number
  labelOf?: ((fieldId: number) => string | undefined) | undefined
}

/** Deletions replace a value as changes do. */
function fieldOf(paramName: string | null): string | null {
  if (paramName === 'otp_delete') return 'otp'
  const extra = readExtraFieldParam(paramName)
  return extra?.change === 'field_delete' ? extraFieldParam('field', extra.id) : paramName
}
const keyOf = ({ paramName, createdAt }: { paramName: string | null; createdAt: string }) =>
  `${fieldOf(paramName)} ${createdAt}`

type Version = Awaited<ReturnType<ElementCalls['versions']>>[number]

/** Returns the old values that an import brought with the element, each as an entry: no change here replaced them. */
function importedAmong(versions: readonly Version[], entries: readonly WireEntry[]): Map<WireEntry, Version> {
  const creation = entries.find(({ action }) => action === historyActionOf.creation)
  const changes = new Set(entries.map(keyOf))
  const imported = versions.filter(
    (version) => creation && version.createdAt <= creation.createdAt && !changes.has(keyOf(version)),
  )
  return new Map(
    imported.map((version) => {
      const { paramName, createdAt } = version
      return [{ action: historyActionOf.change, paramName, createdAt, user: null }, version]
    }),
  )
}

/** The history with buttons that show and restore the value that a change replaced. */
export function OldValues({ entries, isWhole, now, calls, use, labelOf }: OldValuesProps): ReactNode {
  const { data } = useQuery({
    queryKey: [...calls.queryKey, 'versions'],
    queryFn: ({ signal }) => calls.versions(signal),
  })
  const versions = new Map(data?.map((version) => [keyOf(version), version]))
  const imported = importedAmong(isWhole ? (data ?? []) : [], entries)
  return (
    <HistoryList
      entries={[...entries, ...imported.keys()]}
      now={now}
      labelOf={labelOf}
      extra={(entry) => {
        const version = imported.get(entry) ?? versions.get(keyOf(entry))
        return version && <OldValue key={version.id} versionId={version.id} calls={calls} use={use} />
      }}
    />
  )
}

type Opened = ReturnType<OldValueUse['read']> & { until: number }

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
      const old = await calls.openVersion(versionId)
      if (isInSight()) setOpened({ ...use.read(old), until: Date.now() + screenLimits.revealMs })
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
      {opened.label !== undefined && <div className={styles.none}>{opened.label}</div>}
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
            what={texts.value}
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
