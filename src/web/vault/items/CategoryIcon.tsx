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

/** The icon of a category by its name in the API. Decorative: the category's name stands nearby. */
export function CategoryIcon({ name }: { name: string }): ReactNode {
  const Icon = icons[categoryIconOf(name)]
  return <Icon aria-hidden="true" />
}

/** Returns the icon's name for a category, with a general icon for an unknown one. */
export const categoryIconOf = (name: string): IconName =>
  Object.hasOwn(icons, name) ? (name as IconName) : 'Shapes'
