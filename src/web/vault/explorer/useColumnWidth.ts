import { useState } from 'react'

/** The bounds of the left column's width, in pixels. */
export const columnBounds = { least: 200, most: 560, usual: 272 } as const
const key = 'explorer-column'

function readWidth(): number {
  const width = Number(localStorage.getItem(key))
  return width >= columnBounds.least && width <= columnBounds.most ? width : columnBounds.usual
}

/** Returns the width of the left column and its setter. The browser stores it. */
export function useColumnWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(readWidth)
  return [
    width,
    (next) => {
      setWidth(next)
      localStorage.setItem(key, String(next))
    },
  ]
}
