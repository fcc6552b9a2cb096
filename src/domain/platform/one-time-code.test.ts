import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { matchesPattern } from './patterns.ts'
import {
  otherSettingsSpellings,
  refusedSpellings,
  spelledSecret,
  usualSpellings,
} from './otp-spellings-testing.ts'
import {
  isOtherService,
  oneTimeCode,
  oneTimeCodes,
  parseOtpSecret,
  secondsLeft,
  storedOtp,
  toKeyUri,
  toOtpUri,
  type OtpAlgorithm,
  type OtpSettings,
} from './one-time-code.ts'
import { otpRing, otpWidget } from './otp-tones.ts'

const plain = { algorithm: 'SHA1', digits: 6, period: 30, issuer: '', account: '' } as const

const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** The test secrets of RFC 6238, appendix B: as many ASCII digits as the hash has bytes. */
const rfcSettings = (algorithm: OtpAlgorithm, bytes: number): OtpSettings => ({
  ...plain,
  algorithm,
  digits: 8,
  secret: Secret.fromLatin1('1234567890'.repeat(7).slice(0, bytes)).base32,
})

describe('one-time code', () => {
  it('matches the vectors of RFC 6238, appendix B [OTPC-01]', () => {
    const vectors: [seconds: number, sha1: string, sha256: string, sha512: string][] = [
      [59, '94287082', '46119246', '90693936'],
      [1111111109, '07081804', '68084774', '25091201'],
      [1111111111, '14050471', '67062674', '99943326'],
      [1234567890, '89005924', '91819424', '93441116'],
      [2000000000, '69279037', '90698825', '38618901'],
      [20000000000, '65353130', '77737706', '47863826'],
    ]
    const settings = [rfcSettings('SHA1', 20), rfcSettings('SHA256', 32), rfcSettings('SHA512', 64)]
    for (const [seconds, ...codes] of vectors) {
      expect(settings.map((one) => oneTimeCode(one, seconds * 1000))).toEqual(codes)
    }
  })

  it('returns the code, the next one and the seconds left, changing at multiples of 30 [OTPC-02] [OTPC-03]', () => {
    const settings: OtpSettings = { ...rfcSettings('SHA1', 20), digits: 6 }
    expect(oneTimeCodes(settings, 59_999)).toEqual({
      code: '287082',
      next: oneTimeCode(settings, 60_000),
      otpTime: 1,
    })
    expect(oneTimeCodes(settings, 60_000)).toMatchObject({ code: oneTimeCode(settings, 89_999), otpTime: 30 })
    expect(oneTimeCode(settings, 60_000)).not.toBe('287082')
  })

  it('parses a bare secret in any spelling', () => {
    for (const text of [
      'JBSWY3DPEHPK3PXP',
      ' jbsw y3dp ehpk 3pxp ',
      'JBSW-Y3DP-EHPK-3PXP',
      'JBSWY3DPEHPK3PXP====',
    ]) {
      expect([text, parseOtpSecret(text)]).toEqual([text, { ...plain, secret: 'JBSWY3DPEHPK3PXP' }])
    }
  })

  it('parses an otpauth address with its settings', () => {
    expect(
      parseOtpSecret(
        'otpauth://totp/Soci%C3%A9t%C3%A9:jean%40exemple.fr?secret=jbswy3dpehpk3pxp&issuer=Soci%C3%A9t%C3%A9&algorithm=sha256&digits=8&period=60',
      ),
    ).toEqual({
      secret: 'JBSWY3DPEHPK3PXP',
      algorithm: 'SHA256',
      digits: 8,
      period: 60,
      issuer: 'Société',
      account: 'jean@exemple.fr',
    })
    expect(parseOtpSecret('OTPAUTH://TOTP/GLPI: jean?secret=JBSWY3DPEHPK3PXP')).toEqual({
      ...plain,
      secret: 'JBSWY3DPEHPK3PXP',
      issuer: 'GLPI',
      account: 'jean',
    })
    expect(parseOtpSecret('otpauth://totp?secret=JBSWY3DPEHPK3PXP')).toEqual({
      ...plain,
      secret: 'JBSWY3DPEHPK3PXP',
    })
    expect(parseOtpSecret('otpauth://totp/100%?secret=JBSWY3DPEHPK3PXP')?.account).toBe('100%')
  })

  it.each(['\n', '\r\n', '\r', ' \n\t ', '\n\n'])(
    'parses an otpauth address that is wrapped by %j',
    (end) => {
      const written = 'otpauth://totp/GLPI:jean?secret=JBSWY3DPEHPK3PXP&digits=8&period=60&algorithm=SHA256'
      const settings = parseOtpSecret(written)
      expect(settings).toMatchObject({ digits: 8, period: 60, algorithm: 'SHA256', account: 'jean' })
      // Everywhere but in its scheme, and within the names of its settings, too.
      for (let at = 'otpauth:'.length; at < written.length; at += 1) {
        const wrapped = written.slice(0, at) + end + written.slice(at)
        expect([at, parseOtpSecret(wrapped)]).toEqual([at, settings])
        expect(matchesPattern('REGEX_OTP', wrapped)).toBe(true)
      }
      expect(
        parseOtpSecret(` otpauth:// totp /GLPI: jean ?secret=JBSW Y3DP EHPK 3PXP& digits = 8`),
      ).toMatchObject({
        secret: 'JBSWY3DPEHPK3PXP',
        digits: 8,
        account: 'jean',
      })
    },
  )

  it('parses nothing else', () => {
    for (const text of [
      '',
      '   ',
      'ABCDEFG',
      'JBSWY3DPEHPK3PX1',
      'https://exemple.fr',
      'otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=1',
      'otpauth://totp/a',
      'otpauth://totp/a?secret=',
      'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=MD5',
      'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&digits=5',
      'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&period=0',
      'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&period=1.5',
      'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&encoder=steam',
      'A'.repeat(4000),
    ]) {
      expect([text, parseOtpSecret(text)]).toEqual([text, null])
    }
  })

  it.each(usualSpellings)('reads the usual code of %j, and the named rule of forms accepts it', (text) => {
    expect(parseOtpSecret(text)).toMatchObject({ ...usual, secret: spelledSecret })
    expect(matchesPattern('REGEX_OTP', text)).toBe(true)
  })

  it.each(otherSettingsSpellings)('drops no setting of %j', (text) => {
    expect(parseOtpSecret(text)).toMatchObject({
      secret: spelledSecret,
      algorithm: 'SHA256',
      digits: 8,
      period: 60,
    })
    expect(matchesPattern('REGEX_OTP', text)).toBe(true)
  })

  it.each(refusedSpellings)('gives no code for %j', (text) => {
    expect(parseOtpSecret(text)).toBeNull()
  })

  it('takes the name of Steam for what it is only where it stands for the service', () => {
    for (const label of ['Mairie:steam', 'Steamer:moi', 'Mairie:moi', 'Esteam:a'])
      expect(parseOtpSecret(`otpauth://totp/${label}?secret=${spelledSecret}`), label).not.toBeNull()
  })

  it('reads what an older version stored, and tells the service whose codes differ', () => {
    const steam = storedOtp(`otpauth://totp/Steam:moi?secret=${spelledSecret}&issuer=Steam`)
    expect(steam).toMatchObject({ secret: spelledSecret, issuer: 'Steam' })
    expect(isOtherService({ issuer: steam?.issuer ?? '' })).toBe(true)
    expect(isOtherService({ issuer: 'Mairie' })).toBe(false)
  })

  it('writes settings as an address that parses to the same settings', () => {
    for (const settings of [
      { ...plain, secret: 'JBSWY3DPEHPK3PXP' },
      { ...plain, secret: 'JBSWY3DPEHPK3PXP', account: 'jean & co' },
      { ...plain, secret: 'JBSWY3DPEHPK3PXP', account: 'Mairie : messagerie' },
      { ...plain, secret: 'JBSWY3DPEHPK3PXP', issuer: 'Mairie', account: '' },
      { ...plain, secret: 'JBSWY3DPEHPK3PXP', issuer: 'a:b', account: 'c:d' },
      { ...rfcSettings('SHA512', 64), issuer: 'A&B=C', account: 'é:x', period: 60 },
    ]) {
      expect(parseOtpSecret(toOtpUri(settings))).toEqual(settings)
    }
  })

  // Key URI format: neither issuer nor account may hold a colon, and `:` and `%3A` both part them
  // (github.com/google/google-authenticator/wiki/Key-Uri-Format, "Label").
  it('writes no colon but the one between issuer and account into an address for other programs', () => {
    const labelOf = (issuer: string, account: string) => {
      const uri = toKeyUri({ ...plain, secret: 'JBSWY3DPEHPK3PXP', issuer, account })
      return decodeURIComponent(/totp\/([^?]*)/.exec(uri)?.[1] ?? '')
    }
    expect(labelOf('', 'Mairie : messagerie')).toBe('Mairie - messagerie')
    expect(labelOf('', 'serveur:8443')).toBe('serveur-8443')
    expect(labelOf('Ville : Lyon', 'a:b')).toBe('Ville - Lyon:a-b')
    expect(labelOf('Mairie', '')).toBe('Mairie:Mairie')
    expect(toKeyUri({ ...plain, secret: 'JBSWY3DPEHPK3PXP', issuer: 'a:b', account: 'c' })).toContain(
      '&issuer=a-b&',
    )
    expect(
      parseOtpSecret(toKeyUri({ ...plain, secret: 'JBSWY3DPEHPK3PXP', account: 'Mairie : m' })),
    ).toMatchObject({
      issuer: '',
      account: 'Mairie - m',
    })
  })

  it('counts down from 30 to 1 [OTPC-05]', () => {
    expect([0, 999, 1000, 29_999, 30_000].map((nowMs) => secondsLeft(nowMs))).toEqual([30, 30, 29, 1, 30])
    expect(secondsLeft(59_000, 60)).toBe(1)
  })

  it('has a red border up to 8 seconds, orange up to 16, green from 17 [OTPC-04]', () => {
    expect([0, 8, 9, 16, 17, 30, 60].map(otpRing)).toEqual([
      'red',
      'red',
      'orange',
      'orange',
      'green',
      'green',
      'green',
    ])
  })

  it('has the widget tone error up to 5 seconds, attention from 6 to 9, success from 10 [OTPC-06]', () => {
    expect([0, 5, 6, 9, 10, 30].map(otpWidget)).toEqual([
      'error',
      'error',
      'attention',
      'attention',
      'success',
      'success',
    ])
  })
})
