import { isCode } from '#web/platform/api/errors.ts'
import type { WireEntry } from './HistoryList.tsx'

type Versioned = { revision: number; history: readonly WireEntry[] }

/** Somebody else changed the same field while it was being edited. What was typed is still where it was typed. */
export class FieldConflict extends Error {
  /** Who changed it last. */
  readonly by: string
  /** Saves all the same, over what is there now; may meet another conflict. */
  readonly keepMine: (value: string) => Promise<void>

  constructor(by: string, keepMine: (value: string) => Promise<void>) {
    super('EDIT_CONFLICT')
    this.name = 'FieldConflict'
    this.by = by
    this.keepMine = keepMine
  }
}

/** A field of an element: the names that its history gives it, and its value, unless that is a secret. */
export type EditedField<Element> = {
  paramNames: readonly string[]
  valueOf: ((element: Element) => string) | null
}

const isSame = (one: WireEntry, other: WireEntry | undefined) =>
  one.createdAt === other?.createdAt && one.action === other.action && one.paramName === other.paramName

/** Who changed the field since the editing began; null when what changed is something else, or changed back. */
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
  /** The element as it was when the editing began. */
  began: Element
  field: EditedField<Element>
  send: (value: string, revision: number) => Promise<void>
  /** Told of the element as it now is, before the conflict shows. */
  onFresh: (fresh: Element) => void
  /** Saved or not: brings what is shown up to date. */
  onEnd: () => Promise<void>
}

/** So often may others change other fields while one saves. */
const mostTries = 5

/**
 * Saves a field from the revision at which its editing began, so that nothing is overwritten unseen. That another
 * field changed meanwhile is no conflict: the save starts again from there.
 *
 * @throws FieldConflict when somebody else changed the same field to another value
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
