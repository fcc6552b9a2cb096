import { useEffect, useRef, type SyntheticEvent } from 'react'

/** How long the pointer rests on a row before it is prefetched, in milliseconds. */
const rest = 65

const idAt = ({ target }: SyntheticEvent): string | undefined =>
  (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']

/** Reports rows that may be opened soon: hovered, focused or pressed ones. */
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
