import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every part copies by Clipboard.tsx, which reports a browser without a clipboard', () => {
  const files = globSync('src/web/**/*.{ts,tsx,js}').filter((file) => !/\.test\.tsx?$/.test(file))
  const users = files.filter((file) => readFileSync(file, 'utf8').includes('navigator.clipboard'))
  expect(users.map((file) => file.replaceAll('\\', '/'))).toEqual(['src/web/platform/ui/Clipboard.tsx'])
})
