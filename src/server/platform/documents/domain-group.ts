import type { LinkSettings } from './settings.ts'

/** The group with its own address of the extension store (the specification has two). */
const firstGroup = 'GRP-1'

/** Returns the domain group of the requested host; null when it has none. Nothing else depends on the host. */
export function groupOf({ groups }: LinkSettings, host: string | undefined): string | null {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  return groups.get(name) ?? null
}

/** Returns the address of the extension store for a host of this group. */
export const extensionOf = ({ extension }: LinkSettings, group: string | null): string | null =>
  group === firstGroup ? extension.firstGroup : extension.others
