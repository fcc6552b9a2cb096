import { describe, expect, it } from 'vitest'

import { single } from './keepass-testing.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const text = '12345678901234567890'
const otpOf = async (strings: Readonly<Record<string, string>>): Promise<string | null> =>
  (await single({ Title: 'a b', ...strings })).item.otp
const uri = (query: string): string => `otpauth://totp/a%20b?secret=${secret}&${query}`

describe('a one-time secret with the usual settings', () => {
  const spellings: readonly Readonly<Record<string, string>>[] = [
    { otp: `otpauth://totp/Site:moi?secret=${secret}&amp;period=30&amp;digits=6&amp;issuer=Site` },
    { otp: `otpauth://totp/Site:moi?secret=${secret}` },
    { otp: `otpauth://totp?secret=${secret.toLowerCase()}&amp;algorithm=SHA1` },
    { otp: `OTPAUTH://TOTP/?secret=${secret}&amp;digits=&amp;period=` },
    { 'TimeOtp-Secret': text, 'TimeOtp-Length': '0', 'TimeOtp-Period': '0' },
    { otp: `key=${secret}&amp;step=30&amp;size=6` },
    { otp: `key=${secret}` },
    { otp: `key=${secret}%3D%3D&amp;type=Totp&amp;otpHashMode=Sha1` },
    { otp: 'key=3132333435363738393031323334353637383930&amp;encoding=Hex' },
    { otp: 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq' },
    { 'TOTP Seed': secret },
    { 'TOTP Seed': `${secret}====`, 'TOTP Settings': '30;6' },
    {
      'TOTP Seed': 'gezd-gnbv-gy3t-qojq-gezd-gnbv-gy3t-qojq',
      'TOTP Settings': '30;6;https://heure.example.fr',
    },
    { 'TimeOtp-Secret': text },
    { 'TimeOtp-Secret-Hex': '3132333435363738393031323334353637383930' },
    { 'TimeOtp-Secret-Base32': secret, 'TimeOtp-Length': '6', 'TimeOtp-Period': '30' },
    { 'TimeOtp-Secret-Base64': 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=', 'TimeOtp-Algorithm': 'HMAC-SHA-1' },
  ]
  it.each(spellings)('is bare base32: %o', async (strings) => {
    const { item, result } = await single({ Title: 'a', ...strings })
    expect(item.otp).toBe(secret)
    expect(item.description).toBe('')
    expect(result.fails).toEqual([])
  })
})

describe('a one-time secret with settings of its own', () => {
  it('is an otpauth URI that contains them', async () => {
    expect(
      await otpOf({
        otp: `otpauth://totp/x?secret=${secret}&amp;digits=8&amp;period=60&amp;algorithm=SHA256`,
      }),
    ).toBe(uri('algorithm=SHA256&digits=8&period=60'))
    expect(await otpOf({ otp: `key=${secret}&amp;size=8&amp;step=15&amp;otpHashMode=Sha512` })).toBe(
      uri('algorithm=SHA512&digits=8&period=15'),
    )
    expect(await otpOf({ 'TOTP Seed': secret, 'TOTP Settings': '60;7' })).toBe(
      uri('algorithm=SHA1&digits=7&period=60'),
    )
    const timeOtp = { 'TimeOtp-Length': '8', 'TimeOtp-Period': '45', 'TimeOtp-Algorithm': 'HMAC-SHA-512' }
    const expected = uri('algorithm=SHA512&digits=8&period=45')
    expect(await otpOf({ 'TimeOtp-Secret': text, ...timeOtp })).toBe(expected)
    expect(await otpOf({ 'TimeOtp-Secret-Base32': secret, ...timeOtp })).toBe(expected)
  })

  it('is recognised as one when the entry contains it several times', async () => {
    const { item, result } = await single({
      Title: 'a',
      otp: `key=${secret}`,
      'TimeOtp-Secret': text,
      'TOTP Seed': secret,
    })
    expect(item).toMatchObject({ otp: secret, description: '' })
    expect(result.fails).toEqual([])
  })
})

describe('reading one-time secrets', () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ 'TOTP Seed': secret, 'TOTP Settings': '30;S' }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/Steam:moi?secret=${secret}&amp;encoder=steam` }, 'OTP_UNSUPPORTED'],
    [{ otp: `key=${secret}&amp;type=Steam` }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/x?secret=${secret}&amp;digits=5` }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/x?secret=${secret}&amp;period=-30` }, 'OTP_UNSUPPORTED'],
    // KeePassXC 2.7.4 makes a 1 of each of these zeros (`Totp::parseSettings`, run on 2026-11-28).
    [{ otp: `otpauth://totp/x?secret=${secret}&amp;digits=0` }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/x?secret=${secret}&amp;period=0` }, 'OTP_UNSUPPORTED'],
    [{ otp: `key=${secret}&amp;size=0&amp;step=0` }, 'OTP_UNSUPPORTED'],
    [{ 'TOTP Seed': secret, 'TOTP Settings': '0;6' }, 'OTP_UNSUPPORTED'],
    [{ 'TOTP Seed': secret, 'TOTP Settings': '30;0' }, 'OTP_UNSUPPORTED'],
    // KeePass compares these names letter by letter (`HmacOtp.Generate`): SHA-1 in 2.47, no code later.
    [{ 'TimeOtp-Secret': text, 'TimeOtp-Algorithm': 'SHA256' }, 'OTP_UNSUPPORTED'],
    [{ 'TimeOtp-Secret-Base32': secret, 'TimeOtp-Algorithm': 'SHA512' }, 'OTP_UNSUPPORTED'],
    [{ 'TimeOtp-Secret-Base32': secret, 'TimeOtp-Algorithm': 'SHA1' }, 'OTP_UNSUPPORTED'],
    [{ 'TimeOtp-Secret-Base32': secret, 'TimeOtp-Algorithm': 'hmac-sha-256' }, 'OTP_UNSUPPORTED'],
    [{ 'TimeOtp-Secret-Base32': secret, 'TimeOtp-Algorithm': 'HMAC-SHA256' }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/Steam:moi?secret=${secret}&amp;issuer=Steam` }, 'OTP_UNSUPPORTED'],
    [{ otp: `steam://${secret}` }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/x?secret=${secret}&amp;algorithm=MD5` }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://totp/x?secret=${secret}&amp;algorithm=constructor` }, 'OTP_UNSUPPORTED'],
    [{ 'TimeOtp-Secret': text, 'TimeOtp-Length': 'huit' }, 'OTP_UNSUPPORTED'],
    [{ otp: `otpauth://hotp/x?secret=${secret}&amp;counter=3` }, 'OTP_COUNTER'],
    [{ otp: `key=${secret}&amp;type=Hotp&amp;counter=3` }, 'OTP_COUNTER'],
    [{ 'HmacOtp-Secret-Base32': secret, 'HmacOtp-Counter': '3' }, 'OTP_COUNTER'],
    [{ otp: 'otpauth://totp/x?issuer=y' }, 'OTP_UNREADABLE'],
    [{ otp: 'otpauth://%' }, 'OTP_UNREADABLE'],
    [{ otp: 'pas un secret !' }, 'OTP_UNREADABLE'],
    [{ otp: `key=${secret}&amp;encoding=constructor` }, 'OTP_UNREADABLE'],
    [{ 'TimeOtp-Secret-Hex': '123' }, 'OTP_UNREADABLE'],
    [{ 'TimeOtp-Secret-Base64': '***' }, 'OTP_UNREADABLE'],
    [{ 'TimeOtp-Secret': 'x'.repeat(1100) }, 'OTP_UNREADABLE'],
  ]
  it.each(cases)(
    'imports the entry of %o with the warning %s and the secret in a concealed field',
    async (strings, reason) => {
      const { item, result } = await single({ Title: 'a', Password: 'p', ...strings })
      expect(item).toMatchObject({ otp: null, password: 'p' })
      expect(result.fails).toEqual([{ line: 5, name: 'a', reason }])
      expect(item.description).toBe('')
      expect(item.fields.map(({ label }) => label)).toEqual(Object.keys(strings))
      const secrets = item.fields.filter(({ label }) => /^(?:otp|TOTP Seed|\w+Otp-Secret.*)$/.test(label))
      expect(secrets.map(({ kind }) => kind)).toEqual(secrets.map(() => 'concealed'))
      expect(secrets.length).toBeGreaterThan(0)
    },
  )

  it('keeps the first of several different secrets and the others in concealed fields', async () => {
    const { item, result } = await single({ Title: 'a', otp: `key=${secret}`, 'TOTP Seed': 'JBSWY3DP' })
    expect(item).toMatchObject({ otp: secret, description: '' })
    expect(item.fields).toEqual([{ label: 'TOTP Seed', kind: 'concealed', value: 'JBSWY3DP' }])
    expect(result.fails).toMatchObject([{ reason: 'OTP_SEVERAL' }])
  })

  it('drops a last letter that holds no whole byte, as authenticators do', async () => {
    expect(await otpOf({ otp: 'JBSWY3DPE' })).toBe('JBSWY3DP')
  })

  it('reads the digits 0, 1 and 8 as the letters that they resemble', async () => {
    expect(await otpOf({ otp: 'JBSWY3DPEHPK018A' })).toBe('JBSWY3DPEHPKOLBA')
  })
})
