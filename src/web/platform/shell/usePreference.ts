import { useState } from 'react'
import { useSession } from './session.ts'

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
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
  const key = `${name}-${useSession().user.id}`
  const [value, setValue] = useState(() => read(readStored(key)))
  return [
    value,
    (next) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage, the preference lasts as long as the page.
      }
    },
  ]
}
