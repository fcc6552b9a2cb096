/** The bounds of a column in pixels. `usual` is the default. */
export type WidthBounds = { least: number; most: number; usual: number }

const step = 16

/** Returns a width in whole pixels within the bounds. */
export const boundedWidth = (wanted: number, { least, most }: WidthBounds): number =>
  Math.round(Math.min(Math.max(wanted, least), most))

/** Returns the width after a key press; undefined for other keys. */
export function widthByKey(key: string, width: number, bounds: WidthBounds): number | undefined {
  const wanted = new Map([
    ['ArrowLeft', width - step],
    ['ArrowRight', width + step],
    ['Home', bounds.least],
    ['End', bounds.most],
    ['Enter', bounds.usual],
  ]).get(key)
  return wanted === undefined ? undefined : boundedWidth(wanted, bounds)
}
