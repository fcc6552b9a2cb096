import { items } from '#contract/vault/items.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import type { OldValueCalls } from '#web/vault/element-panel/OldValues.tsx'
import type { Item } from './queries.ts'

/** Returns the calls on the old values of an item, and how each field's value is read. */
export function oldValuesOf(
  item: Item,
  categories: readonly { id: number; name: string }[],
  onChanged: () => Promise<void>,
): OldValueCalls {
  const { id, chest_id: chestId, revision } = item
  const nameOf = (value: string) => categories.find((one) => String(one.id) === value)?.name ?? value
  return {
    queryKey: [...cacheKeys.item(chestId, id), 'versions'],
    list: (signal) => call(items.versions, { params: { id }, signal }),
    open: (versionId) => call(items.openVersion, { params: { id, versionId } }),
    restore: (versionId) => call(items.restoreVersion, { params: { id, versionId }, body: { revision } }),
    read: (paramName, value) => {
      if (paramName === 'category') return { text: nameOf(value), isSecret: false }
      if (paramName === 'otp') return { text: parseOtpSecret(value)?.secret ?? value, isSecret: true }
      return { text: value, isSecret: paramName === 'password' }
    },
    onChanged,
  }
}
