import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'firefox',
    'with the account of Firefox',
    3,
    [
      '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"',
      '"https://intranet.exemple.fr","élodie","Été, ""42""",,"https://intranet.exemple.fr","{4d998561-4071-425a-9584-68a74e58a7b7}","1600000000000","1600000000000","1600000000000"',
      '"http://10.0.0.1","admin"," =1+1 ","Pare-feu siège",,"{0a998561-4071-425a-9584-68a74e58a7b7}","1600000000000","1600000000000","1600000000000"',
      '"https://double.exemple.fr","a","b",,"","{0a998561-4071-425a-9584-68a74e58a7b7}","1600000000000","1600000000000","1600000000000"',
      '"chrome://FirefoxAccounts","0123456789abcdef","{""version"":1}","Firefox Accounts credentials",,"{1a998561-4071-425a-9584-68a74e58a7b7}","1600000000000","1600000000000","1600000000000"',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'safari',
    'with notes and OTP',
    2,
    [
      'Title,URL,Username,Password,Notes,OTPAuth',
      'intranet.exemple.fr (élodie),https://intranet.exemple.fr/,élodie,"Été, ""42""","ligne 1',
      'ligne 2",otpauth://totp/intranet?secret=JBSWY3DPEHPK3PXP&issuer=Exemple',
      'exemple.fr,https://exemple.fr/,,-secret,,',
      '',
    ].join('\n'),
  ),
  textSample(
    'safari',
    'four columns of macOS 12',
    1,
    'Title,Url,Username,Password\nexemple.fr,https://exemple.fr/,a,b\n',
  ),
]
