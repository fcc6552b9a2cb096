import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { categories } from '#domain/categories.ts'

describe('the icons of rows', () => {
  it('has the icon of every category in the style sheet, under its own name', () => {
    const sheet = readFileSync(new URL('./rowIcon.module.css', import.meta.url), 'utf8')
    for (const { icon } of Object.values(categories)) expect(sheet).toContain(`\n.${icon}::before {`)
  })
})
