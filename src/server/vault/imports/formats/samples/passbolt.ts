import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'passbolt',
    'form for KeePass',
    2,
    [
      '"Title","Username","URL","Password","Notes","Group"',
      '"Intranet","zoé","https://rh.exemple.fr","Été, ""42""","une note","Métier/RH"',
      '"Exemple","a",""," b ","",""',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'passbolt',
    'form for 1Password',
    1,
    '"Title","Username","Url","Password","Notes","Type"\r\n"Exemple","a","https://exemple.fr","b","","Métier/RH"\r\n',
  ),
  textSample(
    'passbolt',
    'form for LogMeOnce',
    1,
    '"name","url","note","group","username","password","extra"\r\n"Exemple","https://exemple.fr","","Métier/RH","a","b",""\r\n',
  ),
  textSample(
    'lastpass',
    'written by Passbolt',
    1,
    '"name","username","url","password","extra","grouping"\r\n"Exemple","a","https://exemple.fr","b","note","Métier/RH"\r\n',
  ),
  textSample(
    'nordpass',
    'written by Passbolt',
    1,
    '"name","url","username","password","note","cardholername","cardnumber","cvc","expirydate","zipcode","folder","full_name","phone_number","email","address1","address2","city","country","state","type"\r\n"Exemple","https://exemple.fr","a","b","","","","","","","Métier/RH","","","","","","","","",""\r\n',
  ),
  textSample(
    'bitwarden-csv',
    'written by Passbolt',
    1,
    '"name","login_username","login_uri","login_password","notes","folder"\r\n"Exemple","a","https://exemple.fr","b","note","Métier/RH"\r\n',
  ),
  textSample(
    'chromium',
    'written by Passbolt for Chromium',
    1,
    '"name","url","username","password"\r\n"Exemple","https://exemple.fr","a","b"\r\n',
  ),
]
