import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button, IconButton } from './Button.tsx'
import { cx } from './given.ts'
import styles from './Toast.module.css'

export type ToastOptions = {
  /** One way back, « Annuler » as a rule; pressing it closes the toast. */
  action?: { label: string; onAction: () => void } | undefined
}
export type Toasts = {
  success: (text: string, options?: ToastOptions) => void
  error: (text: string, options?: ToastOptions) => void
  info: (text: string, options?: ToastOptions) => void
  /** What this says is no longer so. */
  withdraw: (text: string) => void
  /** What was said no longer matters: one is on another screen. */
  clear: () => void
  /** The way back that the last toast with one offered, until it is taken: the toast itself may have gone. */
  offered: { current: (() => void) | null }
}

type Kind = 'success' | 'error' | 'info'
type Shown = {
  id: number
  kind: Kind
  text: string
  act: () => void
  /** How often it was said while it stood. */
  times: number
} & ToastOptions

/** How long a toast stands, unless it is hovered or holds the focus: milliseconds. */
const lifetime = 5000
const icons: Record<Kind, ReactNode> = { success: <CircleCheck />, error: <CircleAlert />, info: <Info /> }

const ToastsContext = createContext<Toasts | null>(null)

/** Says what happened. Must be called below ToastProvider. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext)
  if (toasts === null) throw new Error('useToasts needs a ToastProvider above it')
  return toasts
}

/**
 * Holds the toasts of the page: five seconds each, one under the other at steps of 70 px. The way back that one
 * offers outlives it (ToastKeys). What is said again while it stands is the same toast, which stays on and becomes
 * the last one; each way back has a toast of its own.
 */
export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const nextId = useRef(1)
  const offered = useRef<(() => void) | null>(null)
  const remove = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  )
  const toasts = useMemo<Toasts>(() => {
    const add =
      (kind: Kind) =>
      (text: string, options: ToastOptions = {}) => {
        const id = nextId.current++
        const { action } = options
        const act = () => {
          if (offered.current === act) offered.current = null
          remove(id)
          action?.onAction()
        }
        if (action !== undefined) offered.current = act
        setShown((before) => {
          const said = before.find((toast) => isSame(toast, { kind, text, action }))
          const others = before.filter((toast) => toast !== said)
          const toast = said ? { ...said, times: said.times + 1 } : { id, kind, text, action, act, times: 1 }
          return [...others.slice(-4), toast]
        })
      }
    const withdraw = (text: string) => setShown((before) => before.filter((toast) => toast.text !== text))
    const clear = () => setShown([])
    return { success: add('success'), error: add('error'), info: add('info'), withdraw, clear, offered }
  }, [remove])
  return (
    <ToastsContext value={toasts}>
      {children}
      <section className={styles.region} aria-label={uiTexts.notifications} data-react-aria-top-layer="true">
        {shown.map((toast) => (
          <OneToast key={toast.id} toast={toast} onClose={remove} />
        ))}
      </section>
    </ToastsContext>
  )
}

const isSame = (one: Pick<Shown, 'kind' | 'text' | 'action'>, other: typeof one): boolean =>
  one.kind === other.kind && one.text === other.text && !one.action && !other.action

function OneToast({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const [isHeld, setHeld] = useState(false)
  const close = useCallback(() => {
    // It goes with the focus in it, which returns to where it was.
    if (frame.current?.contains(document.activeElement) && cameFrom.current instanceof HTMLElement)
      cameFrom.current.focus({ preventScroll: true })
    onClose(toast.id)
  }, [onClose, toast.id])
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(close, lifetime)
    return () => clearTimeout(timer)
  }, [isHeld, close, toast.times])
  return (
    <div
      ref={frame}
      className={cx(styles.toast, styles[toast.kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon} aria-hidden="true">
        {icons[toast.kind]}
      </span>
      {/* Said anew, it is another paragraph: a live region announces nothing that has not changed. */}
      <p key={toast.times} className={styles.text} role={toast.kind === 'error' ? 'alert' : 'status'}>
        {toast.text}
      </p>
      {toast.action !== undefined && (
        <Button
          look="plain"
          size="small"
          onPress={() => {
            close()
            toast.act()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={uiTexts.dismissToast} icon={<X />} size="small" onPress={close} />
    </div>
  )
}
