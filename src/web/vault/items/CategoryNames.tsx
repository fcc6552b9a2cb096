import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { items } from '#contract/vault/items.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { lineEditor } from '#web/vault/element-panel/editors.tsx'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { all, atMost, follows, required } from '#web/platform/shell/checks.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { IconTile } from '#web/platform/ui/IconTile.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { CategoryIcon, iconOfCategory } from './CategoryIcon.tsx'
import styles from './CategoryNames.module.css'
import { useCategories } from './queries.ts'

const texts = itemTexts.categories
const check = all(required, follows('REGEX_NAME', texts.format), atMost(fieldLimits.categoryName))

/** The names of the twelve categories, editable in place. Order, icons and rules are fixed. */
export function CategoryNames(): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const query = useCategories()
  const rename = (id: number) => async (name: string) => {
    await call(items.renameCategory, { params: { id }, body: { update: { name } } })
    toasts.success(texts.renamed)
    // Rows and panels cache the name as well.
    await Promise.all([
      cache.invalidateQueries({ queryKey: cacheKeys.categories }),
      cache.invalidateQueries({ queryKey: cacheKeys.everyChest }),
    ])
  }
  return (
    <Loaded query={query} failed={texts.loadFailed} lines={12}>
      {(names) => (
        <div className={styles.list}>
          {names.map(({ id, name }) => (
            <div key={id} className={styles.category}>
              <IconTile>
                <CategoryIcon name={iconOfCategory(id)} />
              </IconTile>
              <div className={styles.name}>
                <InlineField
                  label={texts.label(id)}
                  editLabel={texts.label(id)}
                  initial={name}
                  check={check}
                  onSave={rename(id)}
                  editor={lineEditor}
                >
                  {name}
                </InlineField>
              </div>
            </div>
          ))}
        </div>
      )}
    </Loaded>
  )
}
