import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ClipboardPaste, Minus, Plus } from 'lucide-react'
import { fold } from '#domain/platform/folding.ts'
import { debounces } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/back-office.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './AttachDialog.module.css'
import { PasteList, type Resolve } from './PasteList.tsx'
import { PickList, type Pickable } from './PickList.tsx'
import { useCandidates, type Source } from './useCandidates.ts'
import { useByHundreds } from './useByHundreds.tsx'

const texts = officeTexts.picker
/** From so many attached on, that pane has a filter too. */
const filterFrom = 8

export type AttachTexts = {
  /** Over the two panes, and in the filter of the first. */
  available: string
  attached: string
  search: string
  searchAttached: string
  noneAvailable: string
  noneAttached: string
  /** Toasts. */
  added: string
  addFailed: string
  removed: string
  removeFailed: string
}

export type AttachDialogProps = {
  title: string
  texts: AttachTexts
  source: Source
  attached: readonly Pickable[]
  /** Makes the call and brings the row up to date; a refusal is thrown, and said here. */
  onAdd: (item: Pickable) => Promise<void>
  onRemove: (item: Pickable) => Promise<void>
  /** With it, a list can be pasted. `onAdd` is one call: it attaches all of them or nobody. */
  pasting?: { resolve: Resolve; onAdd: (items: readonly Pickable[]) => Promise<void> } | undefined
  /** Above the panes: what is to know, such as how many places are left. */
  notice?: ReactNode
  onClose: () => void
}

/** Who is not attached, who is: a press carries one over, and takes effect at once. */
export function AttachDialog(props: AttachDialogProps): ReactNode {
  const toasts = useToasts()
  const [isPasting, setPasting] = useState(false)
  const [busyIds, setBusyIds] = useState<ReadonlySet<number>>(new Set())
  const [reason, setReason] = useState<string | null>(null)
  const content = useRef<HTMLDivElement>(null)
  // What was pressed goes to the other pane, and when it was the last one, the list with it: the keys must not go
  // to the page behind.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const filter = content.current?.querySelector('input')
    filter?.focus()
    // Typed over, it finds the next one.
    filter?.select()
  })
  const attachedIds = new Set(props.attached.map(({ id }) => id))

  /** Does something with some of them; answers what was thrown, null when it is done. */
  const run = async (
    ids: readonly number[],
    work: () => Promise<void>,
    said: { done: string; failed: string },
  ): Promise<unknown> => {
    setReason(null)
    setBusyIds((before) => new Set([...before, ...ids]))
    try {
      await work()
      toasts.success(said.done)
      return null
    } catch (error) {
      toasts.error(said.failed)
      return error
    } finally {
      setBusyIds((before) => new Set([...before].filter((id) => !ids.includes(id))))
    }
  }
  const added = { done: props.texts.added, failed: props.texts.addFailed }
  const removed = { done: props.texts.removed, failed: props.texts.removeFailed }
  const press = async (
    item: Pickable,
    work: (item: Pickable) => Promise<void>,
    said: { done: string; failed: string },
  ) => {
    const thrown = await run([item.id], () => work(item), said)
    if (thrown !== null) setReason(texts.reasonOf(item.name, sentenceOf(thrown)))
  }
  const { pasting } = props

  return (
    <Dialog
      title={props.title}
      isOpen
      size="large"
      onClose={props.onClose}
      footer={
        isPasting ? undefined : (
          <Button look="primary" onPress={props.onClose}>
            {texts.done}
          </Button>
        )
      }
    >
      {props.notice}
      {reason !== null && (
        <div className={styles.reason}>
          <Banner tone="danger" isLive>
            {reason}
          </Banner>
        </div>
      )}
      {isPasting && pasting !== undefined ? (
        <PasteList
          resolve={pasting.resolve}
          attachedIds={attachedIds}
          onAttach={(items) => {
            const ids = items.map(({ id }) => id)
            return run(ids, () => pasting.onAdd(items), added)
          }}
          onClose={() => setPasting(false)}
        />
      ) : (
        <>
          <p className={styles.hint}>{texts.hint}</p>
          <div ref={content} className={styles.panes}>
            <Available
              {...props}
              attachedIds={attachedIds}
              busyIds={busyIds}
              onPick={(item) => void press(item, props.onAdd, added)}
              onPaste={
                pasting &&
                (() => {
                  // What was refused before has nothing to do with the list to come.
                  setReason(null)
                  setPasting(true)
                })
              }
            />
            <Attached
              {...props}
              busyIds={busyIds}
              onPick={(item) => void press(item, props.onRemove, removed)}
            />
          </div>
        </>
      )}
    </Dialog>
  )
}

type PaneProps = Pick<AttachDialogProps, 'texts'> & {
  busyIds: ReadonlySet<number>
  onPick: (item: Pickable) => void
}

function Available(
  props: PaneProps &
    Pick<AttachDialogProps, 'source'> & {
      attachedIds: ReadonlySet<number>
      onPaste: (() => void) | undefined
    },
): ReactNode {
  const [search, setSearch] = useState('')
  const found = useCandidates(props.source, search.trim(), props.attachedIds)
  const { items } = found
  return (
    <section className={styles.pane} aria-label={props.texts.available}>
      <div className={styles.top}>
        <h3 className={styles.heading}>{props.texts.available}</h3>
        {props.onPaste !== undefined && (
          <Button look="plain" size="small" icon={<ClipboardPaste />} onPress={props.onPaste}>
            {texts.paste}
          </Button>
        )}
      </div>
      <SearchField
        label={props.texts.search}
        placeholder={props.texts.search}
        value={search}
        onChange={setSearch}
        delay={debounces.listFilter}
        isBusy={found.isLoading && search !== ''}
        autoFocus
      />
      {found.error !== null ? (
        <ErrorBlock title={texts.loadFailed} onRetry={found.retry}>
          {sentenceOf(found.error)}
        </ErrorBlock>
      ) : items === null ? (
        <Skeleton lines={6} />
      ) : items.length === 0 && !found.isLoading ? (
        <p className={styles.none} role="status">
          {search === '' ? props.texts.noneAvailable : officeTexts.noResult}
        </p>
      ) : (
        <PickList
          label={props.texts.available}
          items={items}
          deed={texts.add}
          icon={<Plus />}
          busyIds={props.busyIds}
          onPick={props.onPick}
          tail={
            found.hasMore && (
              <div className={styles.more}>
                <Button size="small" onPress={found.loadMore} isPending={found.isLoading}>
                  {texts.more}
                </Button>
              </div>
            )
          }
        />
      )}
    </section>
  )
}

function Attached(props: PaneProps & Pick<AttachDialogProps, 'attached'>): ReactNode {
  const [search, setSearch] = useState('')
  const term = fold(search.trim())
  const items = props.attached.filter(({ name, detail = '' }) => fold(`${name} ${detail}`).includes(term))
  const { shown, more } = useByHundreds(items)
  return (
    <section className={styles.pane} aria-label={props.texts.attached}>
      <div className={styles.top}>
        <h3 className={styles.heading}>
          {props.texts.attached} <span className={styles.number}>{texts.count(props.attached.length)}</span>
        </h3>
      </div>
      {props.attached.length >= filterFrom && (
        <SearchField
          label={props.texts.searchAttached}
          placeholder={uiTexts.search}
          value={search}
          onChange={setSearch}
        />
      )}
      {items.length === 0 ? (
        <p className={styles.none} role="status">
          {props.attached.length === 0 ? props.texts.noneAttached : officeTexts.noResult}
        </p>
      ) : (
        <PickList
          label={props.texts.attached}
          items={shown}
          deed={texts.drop}
          icon={<Minus />}
          busyIds={props.busyIds}
          onPick={props.onPick}
          tail={more}
        />
      )}
    </section>
  )
}
