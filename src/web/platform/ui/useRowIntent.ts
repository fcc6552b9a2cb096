import { useEffect, useRef, type SyntheticEvent } from 'react'

/** How long one rests on a row that one is about to press, in milliseconds. */
const rest = 65

const idAt = ({ target }: SyntheticEvent): string | undefined =>
  (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']

/** Tells of rows that one is about to open: that one rests on or has the focus on, and that one begins to press. */
export function useRowIntent(tell: (id: string) => void) {
  const resting = useRef<{ id: string | undefined; timer?: ReturnType<typeof setTimeout> }>({ id: undefined })
  const leave = () => {
    clearTimeout(resting.current.timer)
    resting.current = { id: undefined }
  }
  const arrive = (event: SyntheticEvent) => {
    const id = idAt(event)
    if (id === resting.current.id) return
    leave()
    if (id !== undefined) resting.current = { id, timer: setTimeout(() => tell(id), rest) }
  }
  useEffect(() => leave, [])
  return {
    onPointerOver: arrive,
    onPointerLeave: leave,
    onFocus: arrive,
    onPointerDown: (event: SyntheticEvent) => {
      const id = idAt(event)
      if (id !== undefined) tell(id)
    },
  }
}
