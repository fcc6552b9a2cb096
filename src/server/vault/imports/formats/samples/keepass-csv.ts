import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'keepass-csv',
    'KeePass 1',
    2,
    [
      '"Account","Login Name","Password","Web Site","Comments"',
      '"Intranet \\"RH\\"","zoé","C:\\\\x\\y\\"z","https://rh.exemple.fr","ligne 1',
      'ligne 2"',
      '"Exemple","a"," b ","",""',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'keepass-csv',
    'KeePass 2',
    1,
    '"Account","Login Name","Password","Web Site","Comments"\r\n"Exemple","a","C:\\\\x\\","https://exemple.fr",""\r\n',
  ),
  textSample(
    'keepassxc-csv',
    'KeePassXC in French',
    3,
    [
      '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"',
      '"Racine/Métier/RH","Intranet","zoé","Été, ""42""","https://rh.exemple.fr","ligne 1',
      'ligne 2","otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP&period=30&digits=6","0","2024-01-01T00:00:00Z","2023-01-01T00:00:00Z"',
      '"Racine","Exemple","a"," b ","","","","0","2024-01-01T00:00:00Z","2023-01-01T00:00:00Z"',
      '"Racine/Corbeille","Jeté","","x","","","","0","",""',
      '',
    ].join('\n'),
  ),
  textSample(
    'keepassxc-csv',
    'KeePassX 2',
    1,
    '"Group","Title","Username","Password","URL","Notes"\n"Root/Emails","Exemple","a","b","","note"\n',
  ),
  textSample(
    'strongbox-csv',
    'Strongbox',
    1,
    'Title,Username,Email,Password,URL,OTPAuth,Notes\nIntranet,zoé,zoe@exemple.fr,"Été, ""42""",https://rh.exemple.fr,otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP,note\n',
  ),
]
