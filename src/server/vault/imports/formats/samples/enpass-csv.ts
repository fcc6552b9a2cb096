import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'enpass-csv',
    'in French',
    4,
    [
      '"Titre","Champ","Valeur","Champ","Valeur",.........,"Note"',
      `"Intranet","Nom d'utilisateur","zoé","E-mail","zoe@exemple.fr","Mot de passe","Été, ""42""","Site web","https://rh.exemple.fr","TOTP","JBSWY3DPEHPK3PXP","Badge","12","Téléphone","0102030405","ligne 1`,
      'ligne 2"',
      '"Visa","Titulaire","Zoé Lévêque","Numéro","4111111111111111","CVC","123","*Code","9876","Date d\'expiration","02/28",""',
      '"Exemple","Username","a","Password"," b ","URL","https://exemple.fr",""',
      '"Consignes","Texte libre"',
      '',
    ].join('\n'),
  ),
]
