import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync('src/web/**/*.tsx')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.tsx'))
const holding = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8')))

it('only the fields of the account are offered to the password managers of browsers', () => {
  const offered = holding(/(?:current-password|new-password|autoComplete="username")/)
  expect(offered).toContain('src/web/identity/sign-in/LoginForm.tsx')
  const others = offered.filter((file) => !file.startsWith('src/web/identity/'))
  expect(others).toEqual(['src/web/platform/ui/PasswordField.tsx'])
  expect(holding(/["']password["'][^\n]*type|type=\S*["']password["']|\? 'text' : 'password'/)).toEqual([
    'src/web/platform/ui/PasswordField.tsx',
  ])
})
