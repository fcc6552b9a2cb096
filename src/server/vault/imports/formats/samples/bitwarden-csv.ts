import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'bitwarden-csv',
    'of a person',
    3,
    [
      'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
      'Métier/RH,1,login,Intranet,"ligne 1',
      'ligne 2","Question : prénom: Zoé',
      'Code PIN: 1234',
      'Site: https://a.fr: 8080",0,"https://rh.exemple.fr/a,b,https://autre.exemple.fr,androidapp://fr.exemple",zoé,"Été, ""42""",JBSWY3DPEHPK3PXP',
      ',,note,Consignes,Texte libre,,0,,,,',
      'Métier,,login,Vide,,,1,,,,',
      '',
    ].join('\n'),
  ),
  textSample(
    'bitwarden-csv',
    'of an organisation',
    2,
    'collections,type,name,notes,fields,login_uri,login_username,login_password,login_totp\n"Siège/Réseau,Agences",login,Pare-feu,,,https://10.0.0.1,admin, secret ,\nSiège,note,Plan,Texte,,,,,\n',
  ),
  textSample(
    'bitwarden-csv-2017',
    'of 2016',
    1,
    'name,uri,username,password,notes,folder,totp\nExemple,https://exemple.fr,a,b,note,Dossier,JBSWY3DPEHPK3PXP\n',
  ),
]
