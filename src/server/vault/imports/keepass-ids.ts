import type { RawGroup } from './keepass-raw.ts'

/**
 * Returns a function that accepts a UUID in base64 if it has 16 bytes, not all zeros, and is unique in the file; else
 * it gives null.
 */
export function uniqueIds(file: Pick<RawGroup, 'groups' | 'entries'>): (uuid: string) => string | null {
  const seen = new Map<string, number>()
  const count = (uuid: string): void => void seen.set(uuid, (seen.get(uuid) ?? 0) + 1)
  const walk = (group: RawGroup): void => {
    count(group.uuid)
    for (const { uuid } of group.entries) count(uuid)
    group.groups.forEach(walk)
  }
  for (const { uuid } of file.entries) count(uuid)
  file.groups.forEach(walk)
  return (uuid) => {
    const bytes = Buffer.from(uuid, 'base64')
    const isOne = bytes.length === 16 && bytes.some((byte) => byte !== 0)
    return isOne && seen.get(uuid) === 1 ? bytes.toString('base64') : null
  }
}
