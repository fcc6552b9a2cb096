import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const web = join(import.meta.dirname, '../..')

/** Returns the rules of a style sheet, nested ones included: selector and declarations. */
const rulesOf = (css: string): { selector: string; body: string }[] =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
  )

const scrolls = /overflow(?:-[a-z]+)?:[^;]*\b(?:auto|scroll)\b/
const isPositioned = /position:\s*(?:relative|absolute|fixed|sticky)/

/** Returns the selectors that scroll without being positioned. */
function loose(css: string): string[] {
  const rules = rulesOf(css)
  const positioned = rules.filter(({ body }) => isPositioned.test(body)).map(({ selector }) => selector)
  return rules
    .filter(({ selector, body }) => scrolls.test(body) && !positioned.includes(selector))
    .map(({ selector }) => selector)
}

describe('a scroll container', () => {
  // Visually hidden text is absolute: in an unpositioned container it would lengthen the page.
  it('is positioned, so that it contains its absolute content', () => {
    const files = globSync('**/*.css', { cwd: web })
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((file) =>
      loose(readFileSync(join(web, file), 'utf8')).map((selector) => `${file}: ${selector}`),
    )
    expect(found).toEqual([])
  })

  it('is found inside conditions as well, and with its position in another rule', () => {
    const css = '.a { color: red; } @media (x) { .a { overflow-y: auto; } .b { overflow: hidden; } }'
    expect(loose(css)).toEqual(['.a'])
    expect(loose(`${css} .a { position: relative; }`)).toEqual([])
  })
})
