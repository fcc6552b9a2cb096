import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('the icons of rows', () => {
  it('each have a rule of their own name in the style sheet', () => {
    const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
    const names = [...read('./rowIcon.ts').matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(read('./rowIcon.module.css')).toContain(`\n.${name}::before {`)
  })
})
