import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { panelTexts } from '#texts/vault/contents.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { MenuButton, type MenuEntries } from '#web/platform/ui/Menu.tsx'
import { SidePanel } from '#web/platform/ui/SidePanel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { Active } from './Activity.tsx'
import type { ElementCalls } from './elementCalls.ts'
import type { OldValueUse } from './OldValues.tsx'
import { UnsavedContext } from './unsaved.ts'
import { IconTile } from '#web/platform/ui/IconTile.tsx'
import styles from './ElementPanel.module.css'
import { useBlocker } from '@tanstack/react-router'
import { DiscardDialog } from '#web/platform/ui/Dialog.tsx'
import { useUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'

const Activity = lazyPart(
  () => import('./Activity.tsx').then((module) => module.Activity),
  <Skeleton lines={4} />,
)

/** What a page passes to the panel of an item or folder. */
export type PanelProps = {
  chestId: number
  mayUpdate: boolean
  /** Incremented for each request to edit the name; 0 before the first. */
  editRequest: number
  onChanged: () => Promise<void>
  onClose: () => void
}

export type ElementPanelProps<Element> = Pick<
  PanelProps,
  'mayUpdate' | 'editRequest' | 'onChanged' | 'onClose'
> & {
  /** undefined while loading. */
  element: Element | undefined
  error: Error | null
  /** The panel's accessible name until the element is loaded. */
  label: string
  icon: ReactNode
  /** Without entries there is no menu. */
  entries: MenuEntries
  /** Shown before the menu. */
  star?: ReactNode
  details: (element: Element, now: number, editRequest: number) => ReactNode
  calls: ElementCalls
  /** Reads an old value (OldValueUse). */
  readOldValue: OldValueUse['read']
  /** Returns the present label of an extra field. */
  labelOf?: ((fieldId: number) => string | undefined) | undefined
}

/** The details and the history of an element, beside the table. */
export function ElementPanel<Element extends Active & { name: string; revision: number }>(
  props: ElementPanelProps<Element>,
): ReactNode {
  const { element, editRequest, onClose } = props
  // The gate shows that the chest is locked.
  const isError = props.error !== null && !isCode(props.error, 'CHEST_LOCKED')
  const toasts = useToasts()
  const now = useNow(30_000)
  const [unsaved, setUnsaved] = useState(0)
  const count = useCallback((change: 1 | -1) => setUnsaved((before) => before + change), [])
  const [view, setView] = useState({ tab: 'details', asked: 0, editRequest: 0 })
  // A request to edit shows the details. Choosing a tab ends the request.
  if (view.asked !== editRequest) setView({ tab: 'details', asked: editRequest, editRequest })

  // Report the error once, however often the panel renders before it has closed.
  const hasTold = useRef(false)
  useEffect(() => {
    if (isError && !hasTold.current) {
      toasts.error(panelTexts.loadFailed)
      onClose()
    }
    hasTold.current = isError
  }, [isError, toasts, onClose])

  return (
    <SidePanel
      isOpen
      label={element?.name ?? props.label}
      title={<PanelTitle icon={props.icon} name={element?.name ?? null} />}
      onClose={onClose}
      actions={
        <>
          {props.star}
          {props.entries.length > 0 && <MenuButton label={panelTexts.actions} entries={props.entries} />}
        </>
      }
    >
      {element === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <Tabs
          label={panelTexts.tabs}
          selectedId={view.tab}
          onSelect={(tab) => setView({ tab, asked: editRequest, editRequest: 0 })}
          tabs={[
            {
              id: 'details',
              label: panelTexts.details,
              // Unsaved input stays while the other tab is shown.
              isKept: unsaved > 0,
              content: (
                <UnsavedContext value={count}>{props.details(element, now, view.editRequest)}</UnsavedContext>
              ),
            },
            {
              id: 'activity',
              label: panelTexts.activity,
              content: (
                <Activity
                  element={element}
                  now={now}
                  calls={props.calls}
                  labelOf={props.labelOf}
                  oldValues={
                    props.mayUpdate
                      ? { revision: element.revision, read: props.readOldValue, onChanged: props.onChanged }
                      : undefined
                  }
                />
              ),
            },
          ]}
        />
      )}
      <UnsavedGuard isActive={unsaved > 0} />
    </SidePanel>
  )
}

/** An element's icon and name. `name` is null while loading. */
function PanelTitle({ icon, name }: { icon: ReactNode; name: string | null }): ReactNode {
  if (name === null) return <Skeleton shape="title" />
  return (
    <span className={styles.title}>
      <IconTile>{icon}</IconTile>
      {name}
    </span>
  )
}

/** Asks for confirmation before a navigation closes the panel while it has unsaved input. */
function UnsavedGuard({ isActive }: { isActive: boolean }): ReactNode {
  const leaving = useBlocker({
    shouldBlockFn: leadsAway,
    disabled: !isActive,
    withResolver: true,
    enableBeforeUnload: false,
  })
  useUnloadQuestion(isActive)
  if (leaving.status !== 'blocked') return null
  const keep = () => {
    leaving.reset()
    // After the dialog has returned the focus to the link.
    setTimeout(() => document.querySelector<HTMLElement>(typed)?.focus(), 100)
  }
  return <DiscardDialog onKeep={keep} onDiscard={leaving.proceed} />
}

const typed = '[data-unsaved] :is(input, textarea)'

type Where = { pathname: string; search: Record<string, unknown> }

/** The search parameters that define which panel is open. */
const panelKeys = ['chestId', 'selectType', 'selectId'] as const

/** Returns whether a navigation closes the panel or shows another element in it. */
const leadsAway = ({ current, next }: { current: Where; next: Where }): boolean =>
  current.pathname !== next.pathname || panelKeys.some((key) => current.search[key] !== next.search[key])
