import { useState } from 'react'
import { useSession } from './session.ts'

/** A preference of an account, which the browser stores. */
export type Preference<Value> = {
  name: string
  /** Checks the stored value, null without one. */
  read: (stored: unknown) => Value
}

const keyOf = (name: string, userId: number): string => `${name}-${userId}`

/** Returns what the browser stores of a preference. */
export function readPreference<Value>({ name, read }: Preference<Value>, userId: number): Value {
  try {
    return read(JSON.parse(localStorage.getItem(keyOf(name, userId)) ?? 'null'))
  } catch {
    return read(null)
  }
}

/** Stores a preference. No component renders for it. */
export function storePreference<Value>({ name }: Preference<Value>, userId: number, value: Value): void {
  try {
    localStorage.setItem(keyOf(name, userId), JSON.stringify(value))
  } catch {
    // Without storage, the preference lasts as long as the page.
  }
}

/**
 * Returns a preference of the caller and its setter. The browser stores it for each account.
 * @param read checks the stored value, null without one
 */
export function usePreference<Value>(
  name: string,
  read: (stored: unknown) => Value,
): [Value, (value: Value) => void] {
  const { id } = useSession().user
  const [value, setValue] = useState(() => readPreference({ name, read }, id))
  return [
    value,
    (next) => {
      setValue(next)
      storePreference({ name, read }, id, next)
    },
  ]
}
