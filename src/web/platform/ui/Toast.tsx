import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button, IconButton } from './Button.tsx'
import { cx } from './given.ts'
import styles from './Toast.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type ToastOptions = {
  /** A second line. A message that is repeated with another one replaces it. */
  detail?: string | undefined
  /** One action, usually « Annuler ». Pressing it closes the toast. */
  action?: { label: string; onAction: () => void } | undefined
  /** Where the message leads. The key of the undo does not follow it. */
  link?: { label: string; onFollow: () => void } | undefined
}
export type Toasts = {
  success: (text: string, options?: ToastOptions) => void
  error: (text: string, options?: ToastOptions) => void
  info: (text: string, options?: ToastOptions) => void
  /** Removes a toast whose message no longer applies. */
  withdraw: (text: string) => void
  /** Removes all toasts, after a change of screen. */
  clear: () => void
  /** The undo of the last toast with one, until it is used. It outlives the toast. */
  offered: { current: (() => void) | null }
}

type Kind = 'success' | 'error' | 'info'
type Shown = {
  id: number
  kind: Kind
  text: string
  act: () => void
  /** How often it was shown while visible. */
  times: number
} & ToastOptions

/** The lifetime of a toast, unless it is hovered or focused, in milliseconds. */
const lifetime = 5000
const icons: Record<Kind, ReactNode> = { success: <CircleCheck />, error: <CircleAlert />, info: <Info /> }

const ToastsContext = createContext<Toasts | null>(null)

/** Returns the functions that show toasts. Usable only below ToastProvider. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext)
  if (toasts === null) throw new Error('useToasts needs a ToastProvider above it')
  return toasts
}

/**
 * Shows the toasts of the page for five seconds each, at steps of 70 px. The undo of a toast outlives it
 * (ToastKeys). A repeated message prolongs its toast and moves it to the end. Each toast with an undo is
 * separate.
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
        const { action, detail, link } = options
        const act = () => {
          if (offered.current === act) offered.current = null
          remove(id)
          action?.onAction()
        }
        if (action !== undefined) offered.current = act
        setShown((before) => {
          const said = before.find((toast) => isSame(toast, { kind, text, action, link }))
          const others = before.filter((toast) => toast !== said)
          const toast = said
            ? { ...said, detail, times: said.times + 1 }
            : { id, kind, text, detail, action, link, act, times: 1 }
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
      {/* Most screen readers ignore a live region that is inserted with its text: these are always there. */}
      <div data-react-aria-top-layer="true">
        <VisuallyHidden>
          <Announcements live="polite" toasts={shown.filter(({ kind }) => kind !== 'error')} />
          <Announcements live="assertive" toasts={shown.filter(({ kind }) => kind === 'error')} />
        </VisuallyHidden>
      </div>
      <section className={styles.region} aria-label={uiTexts.notifications} data-react-aria-top-layer="true">
        {shown.map((toast) => (
          <OneToast key={toast.id} toast={toast} onClose={remove} />
        ))}
      </section>
    </ToastsContext>
  )
}

const isSame = (one: Pick<Shown, 'kind' | 'text' | 'action' | 'link'>, other: typeof one): boolean =>
  one.kind === other.kind &&
  one.text === other.text &&
  ![one, other].some(({ action, link }) => action ?? link)

/** The messages of the visible toasts, for screen readers. */
function Announcements(props: { live: 'polite' | 'assertive'; toasts: readonly Shown[] }): ReactNode {
  return (
    <div aria-live={props.live}>
      {props.toasts.map(({ id, text, detail, times }) => (
        // A repeated message is another paragraph: only what is inserted is announced.
        <p key={`${id} ${times}`}>{detail === undefined ? text : `${text}, ${detail}`}</p>
      ))}
    </div>
  )
}

function OneToast({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const id = useId()
  const [isHeld, setHeld] = useState(false)
  const close = useCallback(() => {
    // The toast unmounts with the focus: return it.
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
      role="group"
      aria-labelledby={id}
      className={cx(styles.toast, styles[toast.kind], toast.link !== undefined && styles.leading)}
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
      <p id={id} className={styles.text}>
        <span>{toast.text}</span>
        {toast.detail !== undefined && <span className={styles.detail}>{toast.detail}</span>}
      </p>
      {(toast.link ?? toast.action) !== undefined && (
        <span className={styles.actions}>
          {toast.link !== undefined && (
            <Button
              look="plain"
              size="small"
              onPress={() => {
                close()
                toast.link?.onFollow()
              }}
            >
              {toast.link.label}
            </Button>
          )}
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
        </span>
      )}
      <IconButton label={uiTexts.dismissToast} icon={<X />} size="small" onPress={close} />
    </div>
  )
}
