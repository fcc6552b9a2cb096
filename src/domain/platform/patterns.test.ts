import { describe, expect, it } from 'vitest'
import { asTyped, holdsMarkup, matchesPattern, patternNames, patterns, type PatternName } from './patterns.ts'

const accepted: Record<PatternName, string[]> = {
  REGEX_NAME: ['Équipe réseau', "L'été d'août", 'a < b', '<3', 'R&D (2026)', '🔑', ' x '],
  REGEX_FIRST_NAME: ['Zoé', 'Jean-François', "N'Golo", 'Anne Marie', 'Zoé'.normalize('NFD'), 'Ĳ'],
  REGEX_LAST_NAME: [
    "D'Aubigné",
    'L’Hôpital',
    'Saint-Exupéry',
    "'t Hooft",
    'Martin Jr.',
    'Nguyễn',
    'Dupré (DSI)',
    'Martin, Luc',
  ],
  REGEX_LOGIN: ['jdupont', 'jean.dupont@exemple.fr', 'zoé_2', 'a-b+c', '01'],
  REGEX_SAM: ['jdupont', 'adm-réseau', 'svc_backup$', 'x', 'jean dupont'],
  REGEX_EMAIL: ['a@b.fr', 'jean.dupont+coffre@mail.exemple.fr', "o'neil@exemple.museum", 'x@y.xn--p1ai'],
  REGEX_PASSWORD: ['<script>alert(1)</script>', '🔑'.repeat(12), ' '.repeat(12), 'é\n\u0001'.repeat(6)],
  REGEX_MASTER_KEY: ['<img src=x>  é🔑 mot', 'é'.repeat(256)],
  REGEX_TOKEN: ['000000', '123456'],
  REGEX_ADDRESS: [
    'https://exemple.fr/?a=1&b=2',
    'intranet',
    '192.168.1.1:8443',
    'https://exemple.fr/?u=javascript:x',
    'data.exemple.fr',
    'files:8080',
  ],
  REGEX_SEARCH: ['ab', '  a b', 'é🔑', '<b'],
  REGEX_BANK_LABEL: ['Société Générale', 'Client n° 12 / Lyon'],
  REGEX_CHEST_NAME: ['Coffre-fort', 'é'.repeat(255)],
  REGEX_FOLDER_NAME: ['Réseau / Wi-Fi', '2026'],
  REGEX_ITEM_NAME: ['Compte « admin »', 'x'],
  REGEX_OTP: [
    'JBSWY3DPEHPK3PXP',
    'jbsw y3dp ehpk 3pxp',
    'GEZDGNBV====',
    'JBSW Y3DP ====',
    ' JBSW-Y3DP   ',
    'otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP',
  ],
}

const refused: Record<PatternName, string[]> = {
  REGEX_NAME: [
    '',
    '   ',
    '<b>x',
    'x</p>',
    '<!--',
    '<?php',
    '< script >',
    'a\nb',
    'a\u0000',
    'a\u202Eb',
    '\ud800',
    'x'.repeat(256),
  ],
  REGEX_FIRST_NAME: ['', '-Paul', 'R2D2', '<b>', 'a\tb', 'é'.repeat(101)],
  REGEX_LAST_NAME: ['', ' Martin', 'Martin;', 'x@y', '(DSI)', ', Luc'],
  REGEX_LOGIN: ['', 'a', '.ab', 'jean dupont', 'пётр', 'a<b', 'a'.repeat(256)],
  REGEX_SAM: ['', 'jdupont.', 'a/b', 'a\\b', 'a@b', 'x'.repeat(21), 'x '],
  REGEX_EMAIL: [
    '',
    'a@b',
    'a b@c.fr',
    'a@@b.fr',
    '.a@b.fr',
    'a.@b.fr',
    'a..b@c.fr',
    'a@b..fr',
    'a@-b.fr',
    'a@b.f',
    'a@b.1r',
  ],
  REGEX_PASSWORD: ['', 'onze caract', 'x'.repeat(129)],
  REGEX_MASTER_KEY: ['', 'quatorze carac', 'x'.repeat(257)],
  REGEX_TOKEN: ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '123456\n'],
  REGEX_ADDRESS: [
    '',
    ' ',
    'https://x/<script>',
    'https://x\n',
    'x'.repeat(2049),
    'javascript:alert(1)',
    ' \u200bJavaScript:alert(1)',
    'javascript://exemple.fr',
    'data:text/plain,x',
    'VBScript:x',
    'file:///etc/passwd',
    'blob:https://exemple.fr/1',
  ],
  REGEX_SEARCH: ['', 'a', ' a ', '  ', 'a\nb', 'x'.repeat(256)],
  REGEX_BANK_LABEL: ['', '<svg/onload=x>'],
  REGEX_CHEST_NAME: ['', '<iframe>', 'é'.repeat(256)],
  REGEX_FOLDER_NAME: ['', '\t'],
  REGEX_ITEM_NAME: ['', '<img src=x onerror=y>'],
  REGEX_OTP: [
    '',
    'court',
    'JBSWY3DPEHPK3PX1',
    'JBSWY3D ',
    'otpauth://hotp/A?secret=JBSWY3DPEHPK3PXP',
    'https://exemple.fr',
  ],
}

describe('patterns', () => {
  it('have the sixteen names', () => {
    expect(patternNames).toHaveLength(16)
  })

  it.each(patternNames)(
    '%s accepts what people write and refuses the rest [VALI-03] [VALI-04] [VALI-05]',
    (name) => {
      for (const text of accepted[name]) expect([text, matchesPattern(name, text)]).toEqual([text, true])
      for (const text of refused[name]) expect([text, matchesPattern(name, text)]).toEqual([text, false])
    },
  )

  it.each(patternNames)('%s means the same as an HTML pattern and in JSON schema', (name) => {
    const html = new RegExp(`^(?:${patterns[name]})$`, 'v')
    for (const text of [...accepted[name], ...refused[name]]) {
      expect([text, html.test(text)]).toEqual([text, matchesPattern(name, text)])
    }
  })

  it('accept markup and any Unicode in passwords and master keys [VALI-11]', () => {
    const text = '<script>é🔑\u0000</script>'
    expect(matchesPattern('REGEX_PASSWORD', text)).toBe(true)
    expect(matchesPattern('REGEX_MASTER_KEY', text)).toBe(true)
  })

  it('find tags, and the listed words as tags, without refusing comparisons [VALI-09]', () => {
    for (const text of [
      '<b',
      'x<img>',
      '</p',
      '<!-- ',
      '<?xml',
      '< IFRAME',
      '<  svg>',
      '< onmouseover=x',
      '< /script>',
      '<style',
    ]) {
      expect([text, holdsMarkup(text)]).toEqual([text, true])
    }
    for (const text of [
      '',
      'a < b',
      '1<2',
      '<3',
      'a <',
      '<-',
      'x > y',
      '< scripting',
      '&lt;b&gt;',
      'onmouseover',
      '< é',
    ]) {
      expect([text, holdsMarkup(text)]).toEqual([text, false])
    }
  })

  // A pattern with quadratic time would take minutes here, and exceed the time limit of the test.
  it('match hostile inputs of 200,000 characters in linear time', () => {
    const seeds = [
      'a',
      ' ',
      '<',
      '< ',
      '<  script',
      '.',
      '-',
      '@',
      'a.',
      'a@',
      "'",
      '=',
      'A2',
      '\n',
      'é',
      '🔑',
      '\t a',
    ]
    const hostile = seeds.flatMap((seed) => {
      const body = seed.repeat(Math.ceil(200_000 / seed.length))
      return [body, `${body}\u0000`, `x@${body}`, `a${body}!`, `otpauth://totp/${body}\n`, `${body}a${body}`]
    })
    for (const text of hostile) {
      for (const name of patternNames) {
        const html = new RegExp(`^(?:${patterns[name]})$`, 'v')
        expect(html.test(text), name).toBe(matchesPattern(name, text))
      }
      expect(holdsMarkup(text)).toBeTypeOf('boolean')
    }
  })
})

describe('a text that replaces a stored one', () => {
  const note = 'Contact : <jean@exemple.fr>, a<b, <  script>'
  const isRefused = (text: string, stored: string) => holdsMarkup(asTyped(text, stored))

  it('may be edited around what stood there', () => {
    for (const text of [note, `${note} et plus`, `Avant ${note}`, note.replace('Contact', 'Joindre'), 'a<b'])
      expect(isRefused(text, note), text).toBe(false)
    expect(asTyped(`${note} fin`, note)).toHaveLength(note.length + 4)
  })

  it('is refused for markup that is typed new', () => {
    const typed = [
      `${note} <img src=x>`,
      `${note} <script>`,
      `${note} <b>`,
      note.replace('<  script>', '<  script> <  script>'),
      '<script>',
      '<jean@exemple.fr onclick=x><b>',
      note.replace('jean@exemple.fr', 'jean@exemple.fr onclick=x'),
      note.replace('a<b,', 'a<b onmouseover=alert(1),'),
      note.replace('<  script>', '<  script src=x>'),
    ]
    for (const text of typed) expect(isRefused(text, note), text).toBe(true)
    expect(isRefused('<b>', '')).toBe(true)
    expect(isRefused('<b>', 'sans balise')).toBe(true)
  })

  it('is judged by the attributes of its tags, not by their names alone', () => {
    const stored = 'Voir <a href="https://exemple.fr" title=x>ici</a>, <img src=logo.png'
    for (const text of [stored, `${stored} et plus`, stored.toUpperCase(), stored.replace('Voir', 'Lire')])
      expect([text, isRefused(text, stored)]).toEqual([text, false])
    for (const text of [
      stored.replace('title=x', 'onclick=x'),
      stored.replace('title=x', 'title=x onclick=x'),
      stored.replace('title=x', 'title=x\nonclick = x'),
      stored.replace('exemple.fr', 'autre.fr'),
      stored.replace('logo.png', 'logo.png onerror=alert(1)'),
      `${stored} onerror = alert(1)`,
      `${stored}>`,
    ])
      expect([text, isRefused(text, stored)]).toEqual([text, true])
  })

  it('may have other addresses in angle brackets where one stood', () => {
    const mail = 'Contact : <Jean.Dupont@exemple.fr>'
    for (const text of [
      mail.replace('Jean', 'paul'),
      mail.toLowerCase(),
      `${mail} ${mail}`,
      `${mail}, <École@mairie.fr> et <mailto:a@b.fr>`,
    ])
      expect([text, isRefused(text, mail)]).toEqual([text, false])
    for (const text of [
      `${mail} <https://exemple.fr>`,
      `${mail} <a@b.fr onclick=x>`,
      `${mail} <a@b.fr/onclick=x>`,
      `${mail} <img@src="x">`,
      `${mail} <a@b.fr`,
    ])
      expect([text, isRefused(text, mail)]).toEqual([text, true])
    const page = 'Site : <https://exemple.fr/a>'
    expect(isRefused(page.replace('exemple', 'autre'), page)).toBe(false)
    expect(isRefused('Site : <https://exemple.fr/onclick=alert(1)>', page)).toBe(true)
    expect(isRefused(mail, 'Sans adresse, mais a<b')).toBe(true)
  })

  it('is judged in linear time', () => {
    for (const seed of ['<a ', '<a x=', '<a x =', '< ', '<a@b', 'a=b '])
      expect(asTyped(`<b${seed.repeat(60_000)}`, '<b>')).toBeTypeOf('string')
    expect(asTyped(`<b${' x'.repeat(100_000)}`, `<b${' x=y'.repeat(50_000)}`)).toBeTypeOf('string')
  })
})
