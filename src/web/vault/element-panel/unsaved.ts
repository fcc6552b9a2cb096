import { createContext } from 'react'

/** Reports to the panel that one field more (1) or less (-1) has unsaved input. */
export const UnsavedContext = createContext<(change: 1 | -1) => void>(() => undefined)
