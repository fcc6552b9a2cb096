import { textSample, type Sample } from './sample.ts'

const table = (name: string, entries: number, ...lines: string[]): Sample =>
  textSample('dashlane-csv', name, entries, lines.join('\r\n'))

export const samples: readonly Sample[] = [
  table(
    'credentials.csv',
    2,
    'username,username2,username3,title,password,note,url,category,otpSecret',
    'zoé,z.leveque,,Intranet,"Été, ""42""","ligne 1\nligne 2",https://rh.exemple.fr,Métier,JBSWY3DPEHPK3PXP',
    'a,,,Exemple, b ,,https://exemple.fr,,',
    '',
  ),
  table('securenotes.csv', 1, 'title,note', 'Consignes,"Texte, libre"', ''),
  table(
    'payments.csv',
    2,
    'type,account_name,account_holder,cc_number,code,expiration_month,expiration_year,routing_number,account_number,country,issuing_bank,note,name',
    'payment_card,Visa pro,Zoé Lévêque,4111111111111111,123,2,2028,,,FR,La Banque,une note,',
    'bank,Compte,Zoé Lévêque,,,,,12345,FR7612345,FR,La Banque,,',
    '',
  ),
  table(
    'ids.csv',
    1,
    'type,number,name,issue_date,expiration_date,place_of_issue,state',
    'passport,20AB12345,Zoé Lévêque,2020-01-02,2030-01-01,Préfecture de Lyon,',
    '',
  ),
  table(
    'personalInfo.csv',
    1,
    'type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type,item_name,phone_number,address,country,state,city,zip,address_recipient,job_title,url',
    'name,MRS,Zoé,,Lévêque,zoe,1980-05-06,Lyon,,,,,,,,,,,,',
    '',
  ),
  textSample(
    'dashlane-csv-2021',
    'without a header',
    4,
    '"entrée vide"\n"Intranet","https://rh.exemple.fr","zoé","Été, ""42""","une note"\n"Exemple","exemple.fr","a"," b ",""\n"Note","","","","ligne 1\nligne 2",""\n',
  ),
]
