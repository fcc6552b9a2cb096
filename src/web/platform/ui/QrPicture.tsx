import type { ReactNode } from 'react'
import styles from './QrPicture.module.css'

export type QrPictureProps = {
  /** The rows of the code, as `encodeQR` gives them. */
  bits: readonly (readonly boolean[])[]
  /** What the code is for. */
  label: string
  className?: string | undefined
}

/** A QR code as one shape, dark on white in both themes and in print. */
export function QrPicture({ bits, label, className }: QrPictureProps): ReactNode {
  const size = bits.length
  const shape = bits
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className={styles.paper} width={size} height={size} />
      <path className={styles.ink} d={shape} />
    </svg>
  )
}
