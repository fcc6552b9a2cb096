/** Pixels: a column is never narrower, never wider; `usual` is what it goes back to. */
export type WidthBounds = { least: number; most: number; usual: number }

const step = 16

/** A width as it may be: whole pixels within the bounds. */
export const boundedWidth = (wanted: number, { least, most }: WidthBounds): number =>
  Math.round(Math.min(Math.max(wanted, least), most))

/** The width that a key asks for; undefined of the keys that mean nothing here. */
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
