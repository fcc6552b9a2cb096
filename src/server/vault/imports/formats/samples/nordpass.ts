import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'nordpass',
    'with types and custom fields',
    4,
    [
      'name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,shared_folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields',
      'Métier/RH,,,,,,,,,,,,,,,,,,,,,,folder,',
      'Intranet,https://rh.exemple.fr,"[""https://b.exemple.fr"",""https://c.exemple.fr""]",zoé,"Été, ""42""",une note,,,,,,,Métier/RH,Équipe,,,,,,,,,password,"[{""label"":""Badge"",""type"":""text"",""value"":""12""},{""label"":""Secret"",""type"":""hidden"",""value"":""s""},{""label"":""Début"",""type"":""date"",""value"":""2024-02-01""}]"',
      'Visa,,,,,,Zoé Lévêque,4111111111111111,123,9876,02/28,69001,,,,,,,,,,,credit_card,',
      'Moi,,,,,,,,,,,69001,,,Zoé Lévêque,0102030405,zoe@exemple.fr,1 rue du Bac,,Lyon,FR,,identity,',
      'Consignes,,,,,Texte libre,,,,,,,,,,,,,,,,,note,{abîmé',
      '',
    ].join('\n'),
  ),
  textSample(
    'nordpass',
    'older, without types',
    2,
    [
      'name,url,username,password,note,cardholdername,cardnumber,cvc,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state',
      'Métier,,,,,,,,,,,,,,,,,,',
      'Exemple,https://exemple.fr,a,b,,,,,,,Métier,,,,,,,,',
      'Seul,,,,,,,,,,,,,,,,,,',
      '',
    ].join('\n'),
  ),
]
