import type { RawGroup } from './keepass-raw.ts'
import type { RawFile } from './keepass-xml.ts'
import { recycleBinNames } from '#texts/vault/import-formats.ts'
import { columnName } from './column-names.ts'

const header = ['group', 'title', 'username', 'password', 'url', 'notes']
const names: ReadonlySet<string> = new Set(recycleBinNames.map(columnName))

/** Whether a first row is that of KeePassXC's or KeePassX 2's table. */
export const isKeePassXcHeader = (cells: readonly string[]): boolean =>
  header.every((name, place) => columnName(cells[place] ?? '') === name)

/**
 * Returns the path below the recycle bin of KeePassXC's table; null for one that is not in it. Deleted entries are among
 * the others, unmarked: their group lies in one below the root group, whose name is in the language of the program
 * (`Database::createRecycleBin`, 2.7.9; seen in files of 2.7.4).
 */
export const pathInBin = ([, bin, ...below]: readonly string[]): readonly string[] | null =>
  bin !== undefined && names.has(columnName(bin)) ? below : null

/** The group at the top into which KeePass 1 and KeePassX put what is deleted (`PWS_BACKUPGROUP_SRC`). */
const backupGroup = 'Backup'

/**
 * Returns whether a group is the recycle bin of a file. KeePass 2 names it by its identifier, below the group around all
 * others. KeePass 1 has no identifiers of groups, and leaves the group of this name out of its own searches.
 */
export function binOf({ recycleBin, isOld, groups }: RawFile): (group: RawGroup) => boolean {
  const top = new Set(groups)
  return (group) =>
    top.has(group)
      ? isOld && group.name.trim() === backupGroup
      : recycleBin !== '' && group.uuid === recycleBin
}
