/** A secret of 20 bytes (RFC 6238, appendix B), and how people and programs write it. */
export const spelledSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Texts that give the usual code of `spelledSecret`, by every way in. */
export const usualSpellings: readonly string[] = [
  spelledSecret,
  spelledSecret.toLowerCase(),
  'gezd gnbv gy3t qojq gezd gnbv gy3t qojq',
  'GEZD\u00a0GNBV\u00a0GY3T\u00a0QOJQ\u00a0GEZD\u00a0GNBV\u00a0GY3T\u00a0QOJQ',
  'GEZD\u202fGNBV\u202fGY3T\u202fQOJQ\u202fGEZD\u202fGNBV\u202fGY3T\u202fQOJQ',
  'GEZDGNBV\tGY3TQOJQ\tGEZDGNBV\tGY3TQOJQ',
  'GEZDGNBV-GY3TQOJQ-GEZDGNBV-GY3TQOJQ',
  'GEZDGNBV\u2011GY3TQOJQ\u2013GEZDGNBV\u200bGY3TQOJQ',
  `\u00a0${spelledSecret}\t`,
  `${spelledSecret}====`,
  `${spelledSecret} ====`,
  `${spelledSecret}A`,
  `otpauth://totp/Site:moi?secret=${spelledSecret}&issuer=Site`,
  `otpauth://totp/Mon site:jean dupont?secret=${spelledSecret}`,
  `otpauth://totp/Mairie%20:%20messagerie?secret=gezdgnbv%20gy3tqojq%20gezdgnbv%20gy3tqojq`,
  `otpauth://totp?secret=${spelledSecret}`,
  `otpauth://totp/?secret=${spelledSecret}&algorithm=&digits=&period=&issuer=&encoder=`,
  `OTPAUTH://TOTP/x?SECRET=${spelledSecret}&Digits=6&PERIOD=30&Algorithm=sha1`,
  `otpauth://totp/x?secret=${spelledSecret}&digits=6&digits=6`,
  `otpauth://totp/x?secret=${spelledSecret}&image=https%3A%2F%2Fexemple.fr%2Flogo.png`,
  `otpauth://totp/x?secret=${spelledSecret}%3D%3D&counter=0`,
]

/** Texts that give a code of eight digits each sixty seconds by SHA-256: nothing of it may be dropped in silence. */
export const otherSettingsSpellings: readonly string[] = [
  `otpauth://totp/x?secret=${spelledSecret}&digits=8&period=60&algorithm=SHA256`,
  `otpauth://totp/x?secret=${spelledSecret}&amp;digits=8&amp;period=60&amp;algorithm=SHA256`,
  `otpauth://totp/x?secret=${spelledSecret}&amp;amp;digits=8&amp;amp;period=60&amp;amp;algorithm=SHA256`,
  `otpauth://totp/x?secret=${spelledSecret}&#38;digits=8&#038;period=60&#x26;algorithm=SHA256`,
  `otpauth://totp/x?secret=${spelledSecret}&AMP;DIGITS=8& period = 60 &Algorithm=HMAC-SHA256`,
  `otpauth://totp/x?algorithm=sha-256&digits=08&period=060&secret=${spelledSecret}`,
]

/** Texts whose codes are computed in another way, or cannot be known: no code is shown for them. */
export const refusedSpellings: readonly string[] = [
  `otpauth://totp/Steam:moi?secret=${spelledSecret}`,
  `otpauth://totp/Steam%3Amoi?secret=${spelledSecret}`,
  `otpauth://totp/moi?secret=${spelledSecret}&issuer=Steam`,
  `otpauth://totp/moi?secret=${spelledSecret}&issuer=STEAM%20Guard`,
  `otpauth://totp/Steam:moi?secret=${spelledSecret}&issuer=Valve`,
  `otpauth://totp/store.steampowered.com:moi?secret=${spelledSecret}`,
  `otpauth://totp/Steam?secret=${spelledSecret}&digits=6`,
  `otpauth://totp/x?secret=${spelledSecret}&amp;issuer=Steam`,
  `otpauth://totp/x?secret=${spelledSecret}&encoder=steam`,
  `otpauth://steam/x?secret=${spelledSecret}`,
  `steam://${spelledSecret}`,
  `key=${spelledSecret}&type=Steam`,
  `otpauth://hotp/x?secret=${spelledSecret}&counter=3`,
  `otpauth://yaotp/x?secret=${spelledSecret}&pin_length=4`,
  `otpauth://totp/x?secret=${spelledSecret}&digits=5`,
  `otpauth://totp/x?secret=${spelledSecret}&digits=0`,
  `otpauth://totp/x?secret=${spelledSecret}&period=0`,
  `otpauth://totp/x?secret=${spelledSecret}&digits=10`,
  `otpauth://totp/x?secret=${spelledSecret}&digits=8.0`,
  `otpauth://totp/x?secret=${spelledSecret}&period=1e1`,
  `otpauth://totp/x?secret=${spelledSecret}&period=30s`,
  `otpauth://totp/x?secret=${spelledSecret}&period=-30`,
  `otpauth://totp/x?secret=${spelledSecret}&algorithm=MD5`,
  `otpauth://totp/x?secret=${spelledSecret}&algorithm=SHA384`,
  `otpauth://totp/x?secret=${spelledSecret}&digits=6&digits=8`,
  `otpauth://totp/x?secret=${spelledSecret}&secret=JBSWY3DPEHPK3PXP`,
  `otpauth://totp/x?secret=${spelledSecret}&length=8`,
  `otpauth://totp/x?secret=${spelledSecret}&interval=60`,
  `otpauth://totp/x?secret=${spelledSecret}&hash=SHA256`,
  `otpauth://totp/x?secret=${spelledSecret}#&digits=8`,
  `otpauth://totp/x?secret=${spelledSecret};digits=8`,
  `otpauth://totp/x?secret=${spelledSecret}%26digits=8`,
  `otpauth://totp/x?secret=${spelledSecret}\\u0026digits=8`,
  `otpauth://totp/x?secret=&digits=8`,
  `key=${spelledSecret}&size=0`,
  `key=${spelledSecret}&step=0`,
  'otpauth-migration://offline?data=CjEKCkhello',
  'pas un secret !',
  'GEZDGNBVGY3TQOJ\u0131',
]

/** KeeOtp's own form, which files hold: of the usual code, and of the other settings. */
export const keeOtpSpellings = {
  usual: [`key=${spelledSecret}`, `key=${spelledSecret}&size=6&step=30&type=Totp&otpHashMode=Sha1`],
  other: [
    `key=${spelledSecret}&amp;size=8&amp;step=60&amp;otpHashMode=Sha256`,
    `size=8&step=60&otpHashMode=SHA256&key=${spelledSecret}`,
  ],
} as const
