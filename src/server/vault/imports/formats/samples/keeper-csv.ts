import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'keeper-csv',
    'without a header, with custom fields',
    4,
    [
      '"Métier\\RH","Intranet","zoé","Été, ""42""","https://rh.exemple.fr","ligne 1',
      'ligne 2","","Question","prénom","TFC:Keeper","otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP"',
      '"","Partagé","a"," b ","","","Équipe\\A\\\\B#edit#reshare"',
      '"Perso","Double","c","d","https://c.exemple.fr","","Équipe","$text:Badge:1","12","$pinCode:Code:1","9876"',
      '"","Vide","","","","",""',
      '',
    ].join('\n'),
  ),
]
