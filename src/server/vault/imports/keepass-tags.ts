import type { CategoryKey } from '#domain/platform/categories.ts'
import { categoryNamed } from '#texts/platform/categories.ts'

/** Returns the tags of an entry, and the category that exports of Trousseau write as one. */
export function readTags(written: string): { tags: readonly string[]; category: CategoryKey | null } {
  const all = written
    .split(/[;,]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const named = all.find((tag) => categoryNamed(tag) !== null)
  return {
    tags: all.filter((tag) => tag !== named),
    category: named === undefined ? null : categoryNamed(named),
  }
}
