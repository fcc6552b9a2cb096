import type { DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** RoboForm: an apostrophe before what a spreadsheet would run, further fields in cells of their own. */
const roboForm =
  '\ufeffName,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2\r\n' +
  'Assurances,https://assur.exemple.fr/espace,https://assur.exemple.fr,julie.ferry,"\'@Sinistre""2026",Contrat 5521,/Juridique/Contrats,"User ID$,,,txt,julie.ferry","Password$,,,pwd,@Sinistre""2026","Agence,,,txt,Amiens","TOTP KEY$,,,txt,MNUGK43TMU======"\r\n' +
  'Notaire,https://notaire.exemple.fr,https://notaire.exemple.fr,jferry,Acte-Authentique-8,,/Juridique,\r\n' +
  'Mémo,,,,,"Premier point\nSecond point",,\r\n'

export const samples: readonly DocumentedSample[] = [
  {
    name: 'RoboForm, with further fields',
    format: 'roboform',
    bytes: Buffer.from(roboForm),
    entries: 3,
    expected: [
      {
        name: 'Assurances',
        path: ['Juridique', 'Contrats'],
        login: 'julie.ferry',
        password: '@Sinistre"2026',
        address: 'https://assur.exemple.fr/espace',
        notes: ['Contrat 5521'],
        otp: 'MNUGK43TMU',
        visible: ['Amiens'],
      },
      { name: 'Notaire', path: ['Juridique'], login: 'jferry', password: 'Acte-Authentique-8' },
      { name: 'Mémo', notes: ['Premier point\nSecond point'] },
    ],
  },
]
