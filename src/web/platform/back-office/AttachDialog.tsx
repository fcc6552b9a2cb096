import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ClipboardPaste, Minus, Plus } from 'lucide-react'
import { fold } from '#domain/platform/folding.ts'
import { debounces } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
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
import { useShowMore } from './useShowMore.tsx'

const texts = officeTexts.picker
/** The number of attached entries from which their pane has a filter. */
const filterFrom = 8

export type AttachTexts = {
  /** Above the two panes, and in the filter of the first. */
  available: string
  attached: string
  search: string
  searchAttached: string
  noneAvailable: string
  noneAttached: string
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
  /** Makes the call and refreshes the row. The dialog shows the refusal that it throws. */
  onAdd: (item: Pickable) => Promise<void>
  onRemove: (item: Pickable) => Promise<void>
  /** Set if a list can be pasted. `onAdd` is one call and attaches all of them or none. */
  pasting?: { resolve: Resolve; onAdd: (items: readonly Pickable[]) => Promise<void> } | undefined
  /** Shown above the panes, such as the number of remaining places. */
  notice?: ReactNode
  onClose: () => void
}

/** Two panes: candidates and attached entries. A press moves one to the other pane immediately. */
export function AttachDialog(props: AttachDialogProps): ReactNode {
  const toasts = useToasts()
  const [isPasting, setPasting] = useState(false)
  const [busyIds, setBusyIds] = useState<ReadonlySet<number>>(new Set())
  const [reason, setReason] = useState<string | null>(null)
  const content = useRef<HTMLDivElement>(null)
  // The pressed entry leaves its pane, maybe with the whole list: keep the focus inside the dialog.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const filter = content.current?.querySelector('input')
    filter?.focus()
    // Select the text: typing replaces it.
    filter?.select()
  })
  const attachedIds = new Set(props.attached.map(({ id }) => id))

  /** Runs a call on some entries. Returns the thrown error, or null on success. */
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
                  // The earlier refusal does not concern the new list.
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
  const { shown, more } = useShowMore(items)
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
