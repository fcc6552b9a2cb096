import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { boundedWidth, widthByKey, type WidthBounds } from './columnWidth.ts'
import styles from './ResizeHandle.module.css'

export type ResizeHandleProps = {
  label: string
  /** The id of the resized column, which is before the handle. */
  controls: string
  /** In pixels. */
  width: number
  bounds: WidthBounds
  onChange: (width: number) => void
}

/** The edge of a column, resized by dragging or by arrow keys. Double click or Enter resets it. */
export function ResizeHandle({ label, controls, width, bounds, onChange }: ResizeHandleProps): ReactNode {
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  const set = (wanted: number) => onChange(boundedWidth(wanted, bounds))

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = widthByKey(event.key, width, bounds)
    if (wanted === undefined) return
    event.preventDefault()
    onChange(wanted)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ x: event.clientX, width })
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      tabIndex={0}
      className={styles.handle}
      data-active={from !== null || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => from !== null && set(from.width + event.clientX - from.x)}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
      onDoubleClick={() => set(bounds.usual)}
    />
  )
}
