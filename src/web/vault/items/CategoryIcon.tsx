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
import { categories, categoryOfId, type CategoryIcon as IconName } from '#domain/platform/categories.ts'

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
  // A newer server may send an unknown icon.
  const Icon = Object.hasOwn(icons, name) ? icons[name as IconName] : Shapes
  return <Icon aria-hidden="true" />
}

/** Returns the icon's name for a category's id, an empty one for an unknown category. */
export function iconOfCategory(id: number): string {
  const key = categoryOfId(id)
  return key === null ? '' : categories[key].icon
}
