import { isCode } from '#web/platform/api/errors.ts'
import type { WireEntry } from './HistoryList.tsx'

type Versioned = { revision: number; history: readonly WireEntry[] }

/** Another user changed the same field during the edit. The typed value is still in the editor. */
export class FieldConflict extends Error {
  /** The user who changed it last. */
  readonly by: string
  /** Saves over the current value. It may throw another conflict. */
  readonly keepMine: (value: string) => Promise<void>

  constructor(by: string, keepMine: (value: string) => Promise<void>) {
    super('EDIT_CONFLICT')
    this.name = 'FieldConflict'
    this.by = by
    this.keepMine = keepMine
  }
}

/** A field of an element: its names in the history, and how to read its value (null for a secret). */
export type EditedField<Element> = {
  paramNames: readonly string[]
  valueOf: ((element: Element) => string) | null
}

const isSame = (one: WireEntry, other: WireEntry | undefined) =>
  one.createdAt === other?.createdAt && one.action === other.action && one.paramName === other.paramName

/**
 * Returns the user who changed the field since the edit began, or null if it has not changed or was reverted.
 */
export function changedBy<Element extends Versioned>(
  began: Element,
  fresh: Element,
  { paramNames, valueOf }: EditedField<Element>,
): string | null {
  const known = fresh.history.findIndex((entry) => isSame(entry, began.history[0]))
  const since = known < 0 ? fresh.history : fresh.history.slice(0, known)
  const last = since.find(({ paramName }) => paramName !== null && paramNames.includes(paramName))
  if (valueOf !== null && valueOf(began) === valueOf(fresh)) return null
  return last?.user ?? null
}

export type Saving<Element> = {
  /** The element at the start of the edit. */
  began: Element
  field: EditedField<Element>
  send: (value: string, revision: number) => Promise<void>
  /** Called with the current element before a conflict is thrown. */
  onFresh: (fresh: Element) => void
  /** Called after success and failure, to refresh what is shown. */
  onEnd: () => Promise<void>
}

/** The number of attempts while other users change other fields. */
const mostTries = 5

/**
 * Saves a field from the revision at which its edit began, so that no unseen value is overwritten. A change
 * of another field is no conflict: the save is retried from the current revision.
 *
 * @throws FieldConflict when another user changed the same field to another value
 */
export const saveField = <Element extends Versioned>(saving: Saving<Element>, value: string): Promise<void> =>
  trySaving(saving, value).finally(saving.onEnd)

async function trySaving<Element extends Versioned>(saving: Saving<Element>, value: string): Promise<void> {
  const { began, field, send, onFresh } = saving
  let from = began
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(value, from.revision)
    } catch (error) {
      if (!isCode(error, 'EDIT_CONFLICT') || tries === mostTries) throw error
      const fresh = error.details as Element
      onFresh(fresh)
      const by = changedBy(began, fresh, field)
      if (by !== null && field.valueOf?.(fresh) !== value)
        throw new FieldConflict(by, (again) => saveField({ ...saving, began: fresh }, again))
      from = fresh
    }
  }
}
