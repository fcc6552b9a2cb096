import { useEffect } from 'react'

let isLeaving = false

/** Suppresses the question: the page is left by the program, as at the end of a session. */
export function suppressUnloadQuestion(): void {
  isLeaving = true
}

/** Makes the browser ask before the page unloads with unsaved input: on reload, Back, or closing the tab. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
