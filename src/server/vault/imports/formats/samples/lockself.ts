import { textSample, type Sample } from './sample.ts'

const header = 'Name;URL;Username;Password;Category/SubCategory;Tags;Description;Opt1;Opt2;Opt3;Totp'
const rows = [
  header,
  'Intranet RH;https://rh.exemple.fr;zoé;"Été; ""42""";Métier/RH;rh paie;Accès réservé;question : prénom;;;JBSWY3DPEHPK3PXP',
  'Personnel;;a; b ;Perso;;;;;;0000',
  ';;;;Métier/Vide;;;;;;',
  'Court;;c;d;Métier;;;;;',
]
const exported = [
  `${header.replace('URL', 'Url')};Type`,
  'Intranet;https://rh.exemple.fr;zoé;Été 42;Métier;;;;;;;password',
  'Vide;;;;Métier;;;;;;0000;password',
]

export const samples: readonly Sample[] = [
  textSample('lockself', '11 columns', 3, `${rows.join('\r\n')}\r\n`),
  {
    format: 'lockself',
    name: '12 columns in UTF-16, half a mark in front',
    entries: 2,
    bytes: Buffer.concat([Buffer.from([0xff]), Buffer.from(exported.join('\r\n'), 'utf16le')]),
  },
  {
    format: 'lockself',
    name: 'Windows-1252, commas, backslashes',
    entries: 1,
    bytes: Buffer.from(
      `${header.replaceAll(';', ',').toLowerCase()}\n"Exemple","","zo\u00e9","dit \\"oui\\", non","M\u00e9tier","","","","","",""\n`,
      'latin1',
    ),
  },
  textSample(
    'lockself',
    'categories alone',
    0,
    'Category/SubCategory;PasswordPolicyName;ExpirationDate\nMétier;Forte;\nMétier/RH;;\n',
  ),
]
