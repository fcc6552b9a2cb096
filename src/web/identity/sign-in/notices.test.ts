import { describe, expect, it } from 'vitest'
import { addressOf } from '#contract/platform/address.ts'
import { explorer } from '#contract/vault/explorer.ts'
import { items } from '#contract/vault/items.ts'
import { pathAfterSignIn } from '#web/platform/api/storage.ts'
import { jwtOf, noticeOf } from './notices.ts'

const at = (search: string, hash = '') => noticeOf({ search, hash })

describe('the address of /auth', () => {
  it('shows the three messages of success [SIGN-07] [SIGN-08] [SIGN-09]', () => {
    expect(at('?message=setpwd_success')).toEqual({
      kind: 'success',
      text: 'Mot de passe mis à jour, merci de vous identifier',
    })
    expect(at('?message=send_reset_mail_success')).toMatchObject({
      kind: 'success',
      text: "L'email a été envoyé",
    })
    expect(at('?message=reset_2fa_success')).toEqual({ kind: 'success', text: 'QR code réinitialisé' })
  })

  it('shows that single sign-on failed for any value that contains sso [SIGN-10]', () => {
    expect(at('?message=error_sso_state')?.text).toBe('Authentification impossible')
  })

  it('shows a longer notice where a toast is too short, with a valid linking code only', () => {
    const code = 'ABCD-EF23-GHJK'
    expect(at('?message=sso_unknown', `#code=${code}`)).toEqual({
      kind: 'error',
      text: 'Authentification impossible',
      explained: { about: 'sso_unknown', code },
    })
    expect(at('?message=sso_unknown', '#code=appelez le 01 02 03')?.explained?.code).toBeNull()
    expect(at('?message=sso_over')?.explained?.about).toBe('sso_over')
    expect(at('?message=sso_autre')?.explained).toBeUndefined()
  })

  it('shows a generic error for any other value, inherited names included [SIGN-12]', () => {
    expect(at('?message=anything')?.text).toBe('Une erreur est survenue')
    expect(at('?message=constructor')?.text).toBe('Une erreur est survenue')
  })

  it('shows that the session has expired, and nothing on a plain visit [SESS-20]', () => {
    expect(at('', '#session-expiree')?.text).toBe('Session expirée')
    expect(at('')).toBeNull()
    expect(at('', '#toString')).toBeNull()
  })

  it('gives the token of its query, unless it is empty [SIGN-06]', () => {
    expect(jwtOf('?jwt=abc.def')).toBe('abc.def')
    expect(jwtOf('?jwt=')).toBeNull()
    expect(jwtOf('')).toBeNull()
  })
})

describe('the page after sign-in', () => {
  it('is the explorer, or the page that was left [SIGN-31]', () => {
    expect(pathAfterSignIn(null)).toBe('/routes/explorer')
    expect(pathAfterSignIn('/routes/explorer?chestId=3')).toBe('/routes/explorer?chestId=3')
  })

  it('is never outside the application', () => {
    for (const origin of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/auth',
      '/routes/a/../../api/docs',
      '/routes/a/%2e%2e/%2e%2e/api/openapi.json',
      '/routes/a\\..\\..\\auth',
      '/routes//',
    ])
      expect(pathAfterSignIn(origin)).toBe('/routes/explorer')
  })
})

describe('the address of a call', () => {
  it('has parameters in its path and the non-empty values in its query [EXPL-04]', () => {
    expect(addressOf(items.copy, { params: { id: 12 } })).toBe('/api/item/12/copy')
    expect(addressOf(explorer.data, { query: { chestId: 1, folderId: '', selectId: null, offset: 0 } })).toBe(
      '/api/explorer/data/?chestId=1&offset=0',
    )
  })
})
