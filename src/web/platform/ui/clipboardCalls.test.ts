import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every part copies by Clipboard.tsx, which reports a browser without a clipboard, and only clearing.ts clears it', () => {
  const files = globSync('src/web/**/*.{ts,tsx,js}').filter((file) => !/\.test\.tsx?$/.test(file))
  const users = files
    .toSorted((one, other) => one.localeCompare(other))
    .filter((file) => readFileSync(file, 'utf8').includes('navigator.clipboard'))
  expect(users.map((file) => file.replaceAll('\\', '/'))).toEqual([
    'src/web/platform/ui/clearing.ts',
    'src/web/platform/ui/Clipboard.tsx',
  ])
})

it('nothing reads the clipboard', () => {
  const files = globSync('src/web/**/*.{ts,tsx,js}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const reading = /clipboard\s*\??\.\s*read|clipboard-read/
  expect(files.filter((file) => reading.test(readFileSync(file, 'utf8')))).toEqual([])
})
