import { cx } from './given.ts'
import styles from './rowIcon.module.css'

/** The icons of table rows, by their Lucide names. Each has a rule in the style sheet. */
export type RowIconName =
  | 'AppWindow'
  | 'ArrowUpLeft'
  | 'BadgeCheck'
  | 'Copy'
  | 'CreditCard'
  | 'Database'
  | 'Eye'
  | 'EyeOff'
  | 'Folder'
  | 'Globe'
  | 'KeyRound'
  | 'Mail'
  | 'Network'
  | 'Server'
  | 'Shapes'
  | 'ShieldAlert'
  | 'ShieldCheck'
  | 'ShieldEllipsis'
  | 'ShieldQuestionMark'
  | 'ShieldX'
  | 'Timer'
  | 'Wifi'

/**
 * Returns the class that shows an icon before an element's content by CSS alone: an SVG element in each of a
 * hundred rows would be slow.
 */
export const rowIcon = (name: RowIconName): string => cx(styles.masked, styles[name])
