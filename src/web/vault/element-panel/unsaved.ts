import { createContext } from 'react'

/** Tells the panel that one field more, or less, holds what was typed and not saved. */
export const UnsavedContext = createContext<(change: 1 | -1) => void>(() => undefined)
