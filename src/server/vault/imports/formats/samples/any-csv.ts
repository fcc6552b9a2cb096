import { csvTemplate } from '#texts/vault/imports.ts'
import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample('trousseau-csv', 'the template', 2, csvTemplate.text),
  textSample(
    'trousseau-csv',
    'with formulas made harmless',
    2,
    "Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier;Catégorie Trousseau\r\nExemple;'@zoé;'=1+1;https://exemple.fr;''cité';;Métier;Autre\r\nAutre;a;''libre;;;;;Autre\r\n",
  ),
  textSample(
    'csv',
    'typed into a spreadsheet',
    2,
    [
      'Libellé;Compte;Mdp;Lien;Remarques;Téléphone;Code PIN;Chemin',
      'Intranet;zoé;Été 42;https://rh.exemple.fr;une note;0102030405;9876;Métier\\RH',
      'Exemple;a; b ;;;;;Métier',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'csv',
    'without a header',
    2,
    'Intranet|zoe@exemple.fr|secret|https://rh.exemple.fr\nExemple|a@exemple.fr| b |https://exemple.fr\n',
  ),
  {
    ...textSample(
      'csv',
      'mapped by hand',
      1,
      'machine\towner\tvalue\tplace\nsrv1\troot\tsecret\tSiège > Baie\n',
    ),
    reading: {
      answers: {
        header: 'yes',
        mapping: JSON.stringify(['title', 'login', 'password', 'path']),
        separator: '>',
      },
    },
  },
]
