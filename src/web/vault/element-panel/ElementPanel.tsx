import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { panelTexts } from '#texts/vault/contents.ts'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { MenuButton, type MenuEntries } from '#web/platform/ui/Menu.tsx'
import { SidePanel } from '#web/platform/ui/SidePanel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { ActivityOf, Active } from './Activity.tsx'
import type { OldValueCalls } from './OldValues.tsx'
import { PanelTitle } from './PanelTitle.tsx'
import { UnsavedContext } from './unsaved.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

const Activity = lazyPart(
  () => import('./Activity.tsx').then((module) => module.Activity),
  <Skeleton lines={4} />,
)

/** What a page gives to the panel of an element, whichever kind it is. */
export type PanelProps = {
  chestId: number
  mayUpdate: boolean
  mayDelete: boolean
  /** Raised each time the name is to be edited; 0 when it was not asked for. */
  editRequest: number
  onChanged: () => Promise<void>
  onMove: () => void
  onDelete: () => void
  onClose: () => void
}

export type ElementPanelProps<Element> = {
  /** Undefined while it loads. */
  element: Element | undefined
  isError: boolean
  /** The panel's name until the element's own is known. */
  label: string
  icon: ReactNode
  /** None: no menu. */
  entries: MenuEntries
  /** Stands before the menu. */
  star?: ReactNode
  editRequest: number
  details: (element: Element, now: number, editRequest: number) => ReactNode
  /** Where what its history has left out is read. */
  activity: ActivityOf
  /** The calls on old values, for those who may change the element. */
  oldValues?: ((element: Element) => OldValueCalls) | undefined
  onClose: () => void
}

/** Everything about an element beside its table: what it holds, and what happened to it. */
export function ElementPanel<Element extends Active & { name: string }>(
  props: ElementPanelProps<Element>,
): ReactNode {
  const { element, isError, editRequest, onClose } = props
  const toasts = useToasts()
  const now = useNow(30_000)
  const [unsaved, setUnsaved] = useState(0)
  const count = useCallback((change: 1 | -1) => setUnsaved((before) => before + change), [])
  const [view, setView] = useState({ tab: 'details', asked: 0, editRequest: 0 })
  // Asking for an edit leads back to the details; choosing a tab ends what was asked.
  if (view.asked !== editRequest) setView({ tab: 'details', asked: editRequest, editRequest })

  // Said once, however often it is rendered until it has closed.
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
              // What is typed there waits while one looks at the other.
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
                  calls={props.activity}
                  oldValues={props.oldValues?.(element)}
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
