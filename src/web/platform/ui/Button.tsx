import type { ReactNode, Ref } from 'react'
import type { KeyboardEvents } from 'react-aria/useKeyboard'
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { cx, given } from './given.ts'
import { Tooltip } from './Tooltip.tsx'

export type ButtonLook = 'primary' | 'quiet' | 'plain' | 'danger'

export type ButtonProps = {
  children: ReactNode
  onPress?: ((event: PressEvent) => void) | undefined
  /** primary: the main action. quiet: outlined, the default. plain: without border. danger: a destruction. */
  look?: ButtonLook | undefined
  size?: 'medium' | 'small' | undefined
  /** A lucide icon before the words. */
  icon?: ReactNode
  type?: 'button' | 'submit' | undefined
  /** Shows a spinner, keeps the focus and ignores presses. */
  isPending?: boolean | undefined
  isDisabled?: boolean | undefined
  autoFocus?: boolean | undefined
  isWide?: boolean | undefined
  form?: string | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-pressed'?: boolean | undefined
  'aria-expanded'?: boolean | undefined
  'aria-controls'?: string | undefined
  'aria-haspopup'?: 'menu' | 'dialog' | undefined
  /** React Aria keeps a key from the page unless its propagation is continued. */
  onKeyDown?: KeyboardEvents['onKeyDown'] | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A button with words. Its pending state has the same width, so that nothing shifts. */
export function Button(props: ButtonProps): ReactNode {
  const { children, look = 'quiet', size = 'medium', icon, isWide, ...rest } = props
  return (
    <AriaButton
      {...given(rest)}
      className={cx(styles.button, styles[look], styles[size], isWide && styles.wide)}
    >
      {icon}
      <span className={styles.words}>{children}</span>
      {props.isPending === true && <span className={styles.spinner} aria-hidden="true" />}
    </AriaButton>
  )
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'isWide' | 'aria-label'> & {
  /** The action: its accessible name and its tooltip. A disabled button has no tooltip. */
  label: string
  icon: ReactNode
  /** The keyboard shortcut, shown in the tooltip. */
  shortcut?: string | undefined
  isPressed?: boolean | undefined
}

/** A button with an icon only. Its name is shown as a tooltip on hover and focus. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, look = 'plain', size = 'medium', shortcut, isPressed, ...rest } = props
  return (
    <Tooltip text={label} shortcut={shortcut} isDisabled={props.isDisabled === true}>
      <AriaButton
        {...given(rest)}
        {...given({ 'aria-pressed': isPressed })}
        aria-label={label}
        className={cx(styles.button, styles.icon, styles[look], styles[size])}
      >
        {icon}
        {props.isPending === true && <span className={styles.spinner} aria-hidden="true" />}
      </AriaButton>
    </Tooltip>
  )
}

export type ButtonLinkProps = {
  children: ReactNode
  href: string
  look?: ButtonLook | undefined
  size?: 'medium' | 'small' | undefined
  icon?: ReactNode
  isWide?: boolean | undefined
  /** Called on a plain click instead of following the address, which serves for new tabs. */
  onFollow?: (() => void) | undefined
  /** The file name of a download. */
  download?: string | undefined
}

/** A link that looks like a button. */
export function ButtonLink({
  children,
  href,
  look = 'quiet',
  size = 'medium',
  icon,
  isWide,
  onFollow,
  download,
}: ButtonLinkProps): ReactNode {
  return (
    <a
      href={href}
      download={download}
      className={cx(styles.button, styles[look], styles[size], isWide && styles.wide)}
      onClick={(event) => {
        if (onFollow === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onFollow()
      }}
    >
      {icon}
      <span className={styles.words}>{children}</span>
    </a>
  )
}
