import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Pair = readonly [foreground: string, background: string]

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
const tokensOf = (part: string) =>
  [...part.matchAll(new RegExp(String.raw`--([\w-]+): light-dark\(${colour}, ${colour}\)`, 'g'))].map(
    ([, name, ...numbers]) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.map(Number)
      return [name, { light: [a, b, c] as Oklch, dark: [d, e, f] as Oklch }] as const
    },
  )
const [usual = '', stronger = ''] = css.split('@media (prefers-contrast: more)')
const tokens = new Map(tokensOf(usual))
/** The tokens for people who ask for more contrast. */
const strongTokens = new Map([...tokensOf(usual), ...tokensOf(stronger)])

/** Returns the WCAG 2 relative luminance of an OKLCH colour (matrices of Björn Ottosson, clipped to sRGB). */
function luminance([lightness, chroma, hue]: Oklch): number {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)))
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast([foreground, background]: Pair, theme: 'light' | 'dark', from = tokens): number {
  const [one, other] = [foreground, background].map((name) => {
    const token = from.get(name)
    if (token === undefined) throw new Error(`no token --${name}`)
    return luminance(token[theme])
  })
  const [low = 0, high = 0] = [one ?? 0, other ?? 0].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['surface-page', 'surface-raised', 'surface-overlay', 'surface-hover', 'surface-pressed']
const onGrounds = (names: readonly string[], over = grounds): Pair[] =>
  names.flatMap((name) => over.map((ground): Pair => [name, ground]))
const scale = (name: string) => [1, 2, 3, 4, 5].map((step) => `${name}-${step}`)

const texts: readonly Pair[] = [
  ...onGrounds(['text', 'text-quiet', 'accent-text', 'danger-text', 'attention-text', 'success-text']),
  ...onGrounds(
    [...scale('strength'), ...scale('hazard'), 'secret-digit', 'secret-symbol'],
    grounds.slice(0, 4),
  ),
  ...onGrounds(['text', 'text-quiet', 'accent-text', 'secret-digit', 'secret-symbol'], ['accent-soft']),
  ...onGrounds([...scale('strength'), ...scale('hazard')], ['accent-soft']),
  ...onGrounds(['text-faint'], ['surface-raised', 'surface-hover', 'accent-soft']),
  ...['danger', 'attention', 'success'].flatMap((tone) =>
    onGrounds([`${tone}-text`, 'text'], [`${tone}-soft`]),
  ),
  ...['accent', 'accent-hover', 'accent-pressed'].map((ground): Pair => ['on-accent', ground]),
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
]
const controls: readonly Pair[] = onGrounds(
  ['line-control', 'accent', 'focus', 'danger', 'success', 'attention', 'chart'],
  grounds.slice(0, 3),
)

describe.each(['light', 'dark'] as const)('the colours of the %s theme', (theme) => {
  it.each(texts)('have contrast for text: %s on %s (4.5:1)', (...pair) => {
    expect(contrast(pair, theme)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(controls)('have contrast for controls: %s on %s (3:1)', (...pair) => {
    expect(contrast(pair, theme)).toBeGreaterThanOrEqual(3)
  })
})

const strongTexts: readonly Pair[] = [
  ...onGrounds([...scale('strength'), ...scale('hazard')], [...grounds.slice(0, 4), 'accent-soft']),
  ...onGrounds([
    'text',
    'text-quiet',
    'text-faint',
    'accent-text',
    'danger-text',
    'attention-text',
    'success-text',
  ]),
  ...onGrounds(['text', 'text-quiet', 'text-faint', 'accent-text'], ['accent-soft']),
  ...['danger', 'attention', 'success'].flatMap((tone) =>
    onGrounds([`${tone}-text`, 'text'], [`${tone}-soft`]),
  ),
  ...['accent', 'accent-hover', 'accent-pressed'].map((ground): Pair => ['on-accent', ground]),
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
]
describe.each(['light', 'dark'] as const)('the colours of the %s theme, with more contrast', (theme) => {
  it.each([...texts, ...strongTexts])('have contrast for text: %s on %s (4.5:1)', (...pair) => {
    expect(contrast(pair, theme, strongTokens)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(strongTexts)('have more contrast for text: %s on %s (7:1)', (...pair) => {
    expect(contrast(pair, theme, strongTokens)).toBeGreaterThanOrEqual(7)
  })
  it.each([...controls, ...onGrounds(['line'], grounds.slice(0, 4)), ['line', 'accent-soft'] as Pair])(
    'have contrast for lines and controls: %s on %s (3:1)',
    (...pair) => {
      expect(contrast(pair, theme, strongTokens)).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('the contrast formula', () => {
  it('gives 21 for black on white', () => {
    expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 3)
  })
})
