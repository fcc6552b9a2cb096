import { expect, test } from 'vitest'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { optionalKeyChecks, requiredKeyChecks } from './keyChecks.ts'

const { masterKey, confirmation } = optionalKeyChecks
const given = (key: string, again: string) => ({ masterKey: key, confirmation: again })

test('an empty key and confirmation are valid, unless a key is required [CHOO-12]', () => {
  expect(masterKey('')).toBeNull()
  expect(confirmation('', given('', ''))).toBeNull()
  expect(requiredKeyChecks.masterKey('')).not.toBeNull()
})

test('a key needs 15 characters and 80 bits, of any characters [CHOO-10]', () => {
  expect(masterKey('quatorze-signe')).toBe(masterKeyTexts.length)
  expect(masterKey('111111111111111')).toBe(masterKeyTexts.weak)
  expect(masterKey('<script>alert(1)</script> é☂')).toBeNull()
  expect(masterKey('x'.repeat(257))).toBe(masterKeyTexts.length)
})

test('a different confirmation is refused in the words of the specification [CHOO-11]', () => {
  expect(confirmation('autre chose', given('trois girafes lisent', 'autre chose'))).toBe(
    'Mot de passe incorrect',
  )
  expect(confirmation('trop tôt', given('', 'trop tôt'))).toBe('Mot de passe incorrect')
  expect(confirmation('', given('trois girafes lisent', ''))).toBe('Mot de passe incorrect')
})
