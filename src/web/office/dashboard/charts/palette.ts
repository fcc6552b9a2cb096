import type { passwordLevels } from '#domain/vault/figures.ts'

export type ChartLevel = (typeof passwordLevels)[number]

/** The colours of a chart, as values of SVG attributes: a fragment carries no style. */
export type Palette = {
  paper: string
  ink: string
  quiet: string
  line: string
  series: string
  levels: Record<ChartLevel, string>
}

const tokens = {
  paper: '--surface-raised',
  ink: '--text',
  quiet: '--text-quiet',
  line: '--line',
  series: '--chart',
} as const satisfies Record<Exclude<keyof Palette, 'levels'>, string>

const paletteOf = (colourOf: (token: string) => string): Palette => {
  const level = (step: ChartLevel) => colourOf(`--strength-${step}`)
  return {
    paper: colourOf(tokens.paper),
    ink: colourOf(tokens.ink),
    quiet: colourOf(tokens.quiet),
    line: colourOf(tokens.line),
    series: colourOf(tokens.series),
    levels: { 1: level(1), 2: level(2), 3: level(3), 4: level(4), 5: level(5) },
  }
}

/** The colours of the page, which follow its theme. */
export const pagePalette: Palette = paletteOf((token) => `var(${token})`)

/** Returns the computed colours of the light theme, for a picture that leaves the page. */
export function lightPalette(): Palette {
  const probe = document.createElement('span')
  probe.dataset['theme'] = 'light'
  // A running transition would give an intermediate colour.
  probe.style.transition = 'none'
  document.body.append(probe)
  try {
    return paletteOf((token) => {
      probe.style.color = `var(${token})`
      return getComputedStyle(probe).color
    })
  } finally {
    probe.remove()
  }
}
