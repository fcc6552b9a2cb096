import { textSample, type Sample } from './sample.ts'
import { zipOf } from './zip-writer.ts'

const json = JSON.stringify({
  AUTHENTIFIANT: [
    {
      title: 'Messagerie',
      domain: 'https://a.exemple.fr',
      login: 'marie',
      secondaryLogin: 'm.durand',
      email: 'marie@exemple.fr',
      password: ' été ',
      note: 'Une\nnote',
    },
    'damaged',
  ],
  SECURENOTE: [{ title: 'Consignes', content: 'Rien' }],
  PAYMENTMEANS_CREDITCARD: [
    {
      bank: 'La Banque',
      owner: 'Zoé',
      cardNumber: '4111',
      securityCode: '123',
      expireMonth: '2',
      expireYear: '2028',
    },
  ],
  IDENTITY: [{ fullName: 'Zoé Lévêque', pseudo: 'zoe' }],
  EMAIL: [{ emailName: 'Principal', email: 'zoe@exemple.fr' }],
  IDCARD: [{ fullname: 'Zoé Lévêque', number: '15AB' }],
})

export const samples: readonly Sample[] = [
  textSample('dashlane-json', 'JSON', 7, json),
  {
    format: 'dashlane-zip',
    name: 'ZIP',
    entries: 6,
    bytes: zipOf({
      'credentials.csv': [
        'username,username2,username3,title,password,note,url,category,otpUrl',
        'marie,m.durand,,Messagerie," été, ""2""",Une note,https://a.exemple.fr,Travail,otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
        'zoe,,,Autre,p,,,,',
        '',
      ].join('\n'),
      'securenotes.csv': 'title,note\nConsignes,"Une\nnote"\n',
      'payments.csv': [
        'type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank',
        'credit_card,Carte,Zoé,4111,123,02,2028,,,FR,La Banque',
        '',
      ].join('\n'),
      'ids.csv':
        'type,number,name,issue_date,expiration_date,place_of_issue,state\ncard,15AB,Zoé,2020-01-01,2030-01-01,Grenoble,\n',
      'personalInfo.csv': 'type,title,first_name,middle_name,last_name\nname,MME,Zoé,,Lévêque\n',
      'wifi.csv': '',
    }),
  },
]
