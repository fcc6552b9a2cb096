import { textSample, type Sample } from './sample.ts'

/** The wide form of Mac: quotes follow a backslash, labels have zero-width spaces. */
const mac = [
  '"ainfo","autosubmit","createdDate(created date)","email(e-mail)","notesPlain(notes)","number(number)","verification number(cvv)","expiry date(expiry)","\u200bone-time password(TOTP_1)","password(password)","tags","title(title)","type(type)","url(url)","username(username)","uuid(uuid)"',
  '"","Default","1600000000","zoe@exemple.fr","dit \\"bonjour\\"","","","","JBSWY3DPEHPK3PXP","a\\"b","réseau","Intranet","Login(login)","https://a.exemple.fr","zoé","AAAA1111"',
  '"","","","","","4111","123","202802","","","","Carte","Credit Card(wallet)","","","BBBB2222"',
  '',
].join('\n')

export const samples: readonly Sample[] = [
  textSample(
    '1password-csv',
    'version 8',
    2,
    [
      'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes',
      '"Intranet RH","https://rh.exemple.fr","zoé","Été, ""42""","otpauth://totp/rh?secret=JBSWY3DPEHPK3PXP","true","false","rh;paie","ligne 1',
      'ligne 2"',
      '"Ancien","https://vieux.exemple.fr","a"," b ","","false","true","",""',
      '',
    ].join('\n'),
  ),
  textSample(
    '1password-csv',
    'version 4',
    1,
    'title,notes,username,password,url\n"Exemple","une note","a","b","https://exemple.fr"\n',
  ),
  textSample(
    '1password-7-csv',
    'version 7 of Windows',
    2,
    [
      '"UUID","TITLE","SCOPE","AUTOSUBMIT","URL","USERNAME","PASSWORD","NOTES","TAGS","TYPE","URLS","CREATED DATE","SECTION 1: PIN(text)","SECTION_UNAZHCO2FJ 2: ONE-TIME PASSWORD","BANK NAME","ACCOUNT NUMBER"',
      '"kijznpgohbck","Intranet","Default","Default","https://a.exemple.fr","zoé","Été ""42""","note","a,b","Login","https://a.exemple.fr',
      'https://b.exemple.fr","1600000000","4321","JBSWY3DPEHPK3PXP","",""',
      '"lijznpgohbck","Banque","","","","","","","","Bank Account","","","","","La Banque","FR761234"',
      '',
    ].join('\r\n'),
  ),
  textSample('1password-7-csv', 'of Mac, with backslashes', 2, mac),
]
