import { useEffect } from 'react'

/** Prevents the browser from opening a file dropped outside a file field: the page would lose its input. */
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
