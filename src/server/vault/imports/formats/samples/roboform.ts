import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'roboform',
    'version 8',
    3,
    [
      'Name,Url,Login,Pwd,Note,Folder,Rf_fields',
      `Intranet,https://rh.exemple.fr,zoé,'@Été,une note,/Métier/RH,User ID$:txt:zoé,Password$:pwd:@Été,Badge:txt:12,PIN$:pwd:9876`,
      `Consignes,,,,''cité',/,`,
      'Favori,https://exemple.fr,,,,/Liens',
      '',
    ].join('\n'),
  ),
  textSample(
    'roboform',
    'version 9',
    2,
    [
      'Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2',
      'Intranet,https://rh.exemple.fr/a,https://rh.exemple.fr,zoé,"a,b",,/Métier,"User ID$,,,txt,zoé","Password$,,,pwd,a,b","TOTP KEY$,,,txt,JBSWY3DPEHPK3PXP","Question$,,,txt,prénom, nom"',
      'Exemple,https://exemple.fr,https://exemple.fr,a, b ,,/',
      '',
    ].join('\n'),
  ),
]
