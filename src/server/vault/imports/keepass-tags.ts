import type { CategoryKey } from '#domain/platform/categories.ts'
import { categoryNamed } from '#texts/platform/categories.ts'

/**
 * Returns the tags of an entry with those that it inherits, and the category that exports of Trousseau write as one.
 * @param inherited see `inheritedTags`
 */
export function readTags(
  written: string,
  inherited: readonly string[] = [],
): { tags: readonly string[]; category: CategoryKey | null } {
  const own = tagsIn(written)
  const all = [...own, ...inherited.filter((tag) => !own.includes(tag))]
  const named = all.find((tag) => categoryNamed(tag) !== null)
  return {
    tags: all.filter((tag) => tag !== named),
    category: named === undefined ? null : categoryNamed(named),
  }
}

/** In UTF-16 units, all tags together: each entry gets them, and a small file stays small. */
const longestInherited = 1000

/**
 * Returns the tags that the entries of a group inherit: its own, then those of the groups above, nearest first
 * (`PwGroup.GetTagsInherited`, KeePass 2.48). Null: they are too long to be given to each entry.
 */
export function inheritedTags(written: string, above: readonly string[]): readonly string[] | null {
  if (written.trim() === '') return above
  if (written.length > longestInherited) return null
  const all = [...new Set([...tagsIn(written), ...above])]
  return all.join(', ').length > longestInherited ? null : all
}

const tagsIn = (written: string): string[] =>
  written
    .split(/[;,]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
