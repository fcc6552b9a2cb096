import { useEffect } from 'react'

/** A file dropped beside what takes files would make the browser leave for it, and all that was typed with it. */
export function useKeptPage(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, keep)
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, keep)
    }
  }, [])
}
