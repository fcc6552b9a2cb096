import type { LinkSettings } from './settings.ts'

/** The group whose store of extensions has an address of its own (the specification's two stores). */
const firstGroup = 'GRP-1'

/** The domain group of the host that a browser asked for; null when it has none. Nothing else follows from the host. */
export function groupOf({ groups }: LinkSettings, host: string | undefined): string | null {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
  return groups.get(name) ?? null
}

/** Where the extension is had from, for a host of this group. */
export const extensionOf = ({ extension }: LinkSettings, group: string | null): string | null =>
  group === firstGroup ? extension.firstGroup : extension.others
