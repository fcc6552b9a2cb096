import { useState, type ReactNode } from 'react'
import { TextField } from './TextField.tsx'

/** What has to be typed before an action is confirmed, such as a name, and the field's label. */
export type TypedConfirmation = { label: string; expected: string }

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * Returns the field of a typed confirmation, and whether its text is the expected one. Without `asked` there is
 * nothing to type.
 * @param onConfirm called by Enter in the field
 */
export function useTypedConfirmation(
  asked: TypedConfirmation | undefined,
  onConfirm: () => void,
): { isReady: boolean; field: ReactNode } {
  const [typed, setTyped] = useState('')
  if (asked === undefined) return { isReady: true, field: null }
  const isReady = plain(typed) === plain(asked.expected)
  return {
    isReady,
    field: (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onConfirm()
        }}
      >
        <TextField
          label={asked.label}
          value={typed}
          onChange={setTyped}
          isValid={isReady}
          spellCheck={false}
          autoFocus
        />
      </form>
    ),
  }
}
