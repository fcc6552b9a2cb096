import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

const needed = {
  SSO_ISSUER: 'https://login.exemple.fr/mairie/v2.0',
  SSO_CLIENT_ID: 'trousseau',
  SSO_CLIENT_SECRET: 'un secret de client bien long',
}

describe('the settings of single sign-on', () => {
  it('are absent unless set', () => {
    expect(readConfig({}).sso).toBeNull()
  })

  it('require an issuer, a client and its secret, which is not printed', () => {
    const { sso } = readConfig(needed)
    expect(sso).toMatchObject({
      clientId: 'trousseau',
      tenant: null,
      trustsMfa: false,
      label: 'login.exemple.fr',
    })
    expect(JSON.stringify(sso)).not.toContain(needed.SSO_CLIENT_SECRET)
  })

  it.each([
    [{ SSO_CLIENT_ID: 'trousseau' }, 'sans SSO_ISSUER'],
    [{ ...needed, SSO_CLIENT_ID: '' }, 'sans SSO_CLIENT_ID'],
    [{ ...needed, SSO_CLIENT_SECRET: '' }, 'un seul des deux'],
    [{ ...needed, SSO_CLIENT_SECRET_FILE: '/nulle/part' }, 'un seul des deux'],
    [{ ...needed, SSO_CLIENT_SECRET: '', SSO_CLIENT_SECRET_FILE: '/nulle/part' }, '/nulle/part'],
    [{ ...needed, SSO_ISSUER: 'http://login.exemple.fr' }, 'https'],
    [{ ...needed, SSO_ISSUER: 'https://moi:mot@login.exemple.fr' }, 'https'],
    [{ ...needed, SSO_MFA: 'oui' }, 'require'],
    [{ ...needed, SSO_LABEL: 'x'.repeat(61) }, '60'],
  ])('%j stop the start with a sentence', (env, part) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(part)
  })
})
