import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'proton-csv',
    'logins, a card, an alias',
    4,
    [
      'type,name,url,email,username,password,note,totp,createTime,modifyTime,vault,autofillUrls',
      'login,Intranet,"https://rh.exemple.fr/, https://b.exemple.fr/",zoe@exemple.fr,zoé,"Été, ""42""","ligne 1',
      'ligne 2",otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP,1700000000,1700000000,Métier / RH,https://c.exemple.fr/',
      'creditCard,Visa,,,,,"{""cardholderName"":""Zoé Lévêque"",""cardType"":2,""number"":""4111111111111111"",""verificationNumber"":""123"",""expirationDate"":""022028"",""pin"":""9876"",""note"":""une note""}",,1700000000,1700000000,Perso,',
      'identity,Moi,,,,,"{""fullName"":""Zoé Lévêque"",""email"":""zoe@exemple.fr"",""socialSecurityNumber"":""2800569"",""note"":""n""}",,1700000000,1700000000,Perso,',
      'alias,Alias,,alias@passmail.net,,,note,,1700000000,1700000000,Perso,',
      '',
    ].join('\n'),
  ),
]
