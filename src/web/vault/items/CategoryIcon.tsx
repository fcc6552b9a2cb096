import type { ReactNode } from 'react'
import {
  AppWindow,
  BadgeCheck,
  CreditCard,
  Database,
  Globe,
  KeyRound,
  Mail,
  Network,
  Server,
  Shapes,
  ShieldCheck,
  Wifi,
  type LucideIcon,
} from 'lucide-react'
import type { CategoryIcon as IconName } from '#domain/platform/categories.ts'

const icons: Record<IconName, LucideIcon> = {
  AppWindow,
  BadgeCheck,
  CreditCard,
  Database,
  Globe,
  KeyRound,
  Mail,
  Network,
  Server,
  Shapes,
  ShieldCheck,
  Wifi,
}

/** The icon of a category by the name that the wire gives it. Decoration: the category's name stands near. */
export function CategoryIcon({ name }: { name: string }): ReactNode {
  const Icon = icons[categoryIconOf(name)]
  return <Icon aria-hidden="true" />
}

/** The same by its name alone; a general one for a name that is none. */
export const categoryIconOf = (name: string): IconName =>
  Object.hasOwn(icons, name) ? (name as IconName) : 'Shapes'
