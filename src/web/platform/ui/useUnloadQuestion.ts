import { useEffect } from 'react'

let isLeaving = false

/** The program itself leads away, as at the end of a session: nothing typed may hold the page. */
export function leaveUnasked(): void {
  isLeaving = true
}

/** While something typed is not saved, the browser asks before the page goes: by a reload, by Back, with its tab. */
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
