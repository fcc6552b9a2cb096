import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const web = join(import.meta.dirname, '../..')

/** The rules of a style sheet, those in `@media` and `@container` included: selector and declarations. */
const rulesOf = (css: string): { selector: string; body: string }[] =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
  )

const scrolls = /overflow(?:-[a-z]+)?:[^;]*\b(?:auto|scroll)\b/
const isPositioned = /position:\s*(?:relative|absolute|fixed|sticky)/

/** The selectors that scroll without being what their content is positioned by. */
function loose(css: string): string[] {
  const rules = rulesOf(css)
  const positioned = rules.filter(({ body }) => isPositioned.test(body)).map(({ selector }) => selector)
  return rules
    .filter(({ selector, body }) => scrolls.test(body) && !positioned.includes(selector))
    .map(({ selector }) => selector)
}

describe('what scrolls', () => {
  // What is hidden from view alone is absolute: past an unpositioned scroller it would lengthen the page around it.
  it('is what its absolute content is positioned by', () => {
    const files = globSync('**/*.css', { cwd: web })
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((file) =>
      loose(readFileSync(join(web, file), 'utf8')).map((selector) => `${file}: ${selector}`),
    )
    expect(found).toEqual([])
  })

  it('is found inside of conditions too, and with its position in a rule of its own', () => {
    const css = '.a { color: red; } @media (x) { .a { overflow-y: auto; } .b { overflow: hidden; } }'
    expect(loose(css)).toEqual(['.a'])
    expect(loose(`${css} .a { position: relative; }`)).toEqual([])
  })
})
