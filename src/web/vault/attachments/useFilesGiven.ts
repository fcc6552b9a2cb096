import { useEffect, useRef, useState, type RefObject } from 'react'

/** Returns whether what is dragged are files. */
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Whether a paste is meant for what is being typed, or for a dialog in front of the panel. */
const isTypedIn = (panel: Element, target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false
  const dialog = target.closest('[role="dialog"], [role="alertdialog"]')
  return target.closest('input, textarea') !== null || (dialog !== null && dialog !== panel)
}

/**
 * Takes the files that are dropped anywhere on the panel around an element, or pasted while it is on screen.
 * @param onFolder called when a folder was dropped
 * @returns whether files are being dragged over the panel
 */
export function useFilesGiven(
  within: RefObject<HTMLElement | null>,
  isActive: boolean,
  onFiles: (files: readonly File[]) => void,
  onFolder: () => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ onFiles, onFolder })
  useEffect(() => {
    latest.current = { onFiles, onFolder }
  })
  useEffect(() => {
    const panel = within.current?.closest<HTMLElement>('aside, [role="dialog"]')
    if (!isActive || !panel) return undefined
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
    }
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || !(event.target instanceof Node && panel.contains(event.target))) return
      depth = 0
      setOver(false)
      // A field of its own has taken it, such as the picture of a QR code.
      if (event.defaultPrevented) return
      event.preventDefault()
      const given = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
      const folders = given.filter((one) => one.webkitGetAsEntry()?.isDirectory === true)
      const files = given.flatMap((one) => {
        const file = folders.includes(one) ? null : one.getAsFile()
        return file === null ? [] : [file]
      })
      if (folders.length > 0) latest.current.onFolder()
      latest.current.onFiles(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (event.defaultPrevented || files.length === 0 || isTypedIn(panel, event.target)) return
      event.preventDefault()
      latest.current.onFiles(files)
    }
    panel.addEventListener('dragenter', enter)
    panel.addEventListener('dragover', over)
    panel.addEventListener('dragleave', leave)
    // React hears a drop only after it has passed the panel.
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      panel.removeEventListener('dragenter', enter)
      panel.removeEventListener('dragover', over)
      panel.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [within, isActive])
  return isOver
}
