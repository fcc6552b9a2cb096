import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'safeincloud-csv',
    'SafeInCloud',
    2,
    '"Title","Login","Password","URL","Notes","OTP"\n"Intranet","zoé","Été, ""42""","https://rh.exemple.fr","note","JBSWY3DPEHPK3PXP"\n"Exemple","a"," b ","","",""\n',
  ),
  textSample(
    'padloc-csv',
    'tags in both forms',
    3,
    [
      'name,tags,url,username,password,notes,PIN',
      'Intranet,"Métier\\RH,Équipe",https://rh.exemple.fr,zoé,"Été, ""42""",note,9876',
      'Exemple,,,a, b ,,',
      'Consignes,Notes,,,,"ligne 1',
      'ligne 2",',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'psono-csv',
    'Psono',
    3,
    [
      'path,type,description,website_password_title,website_password_url,website_password_username,website_password_password,website_password_notes,website_password_totp_code,note_title,note_notes,credit_card_title,credit_card_number,credit_card_cvc,credit_card_name,credit_card_valid_through',
      '\\Métier\\RH\\,website_password,zoé,Intranet,https://rh.exemple.fr,zoé,"Été, ""42""",une note,JBSWY3DPEHPK3PXP,,,,,,,',
      '\\,note,,,,,,,,Consignes,Texte libre,,,,,',
      '\\Banque\\,credit_card,,,,,,,,,,Visa,4111111111111111,123,Zoé Lévêque,0228',
      '',
    ].join('\n'),
  ),
  textSample(
    'passpack',
    'JSON in JSON',
    2,
    [
      '"Entry Name","URL","User ID","Password","Notes","Shared Notes","Tags","Extra Fields","Email"',
      '"Intranet","https://rh.exemple.fr","zoé","Été, ""42""","note","partagée","{""tags"":[""{\\""tag\\"":\\""Métier/RH\\""}"",""{\\""tag\\"":\\""Équipe\\""}""]}","{""extraFields"":[""{\\""name\\"":\\""badge\\"",\\""type\\"":\\""text\\"",\\""data\\"":\\""12\\""}"",""{\\""name\\"":\\""pin\\"",\\""type\\"":\\""password\\"",\\""data\\"":\\""9876\\""}""]}","zoe@exemple.fr"',
      '"Exemple","","a"," b ","","","","{abîmé",""',
      '',
    ].join('\n'),
  ),
  textSample(
    'passman-csv',
    'Passman',
    2,
    [
      '"label","username","password","email","description","tags","url","custom_fields","files"',
      '"Intranet","zoé","Été, ""42""","zoe@exemple.fr","note","[Métier\\RH,Équipe]","https://rh.exemple.fr","[{""label"":""badge"",""value"":""12"",""secret"":false,""field_type"":""text""},{""label"":""pin"",""value"":""9876"",""secret"":true,""field_type"":""password""}]","[]"',
      '"Exemple","a"," b ","","","[]","","abîmé","[]"',
      '',
    ].join('\n'),
  ),
  textSample(
    'buttercup',
    'groups in rows',
    2,
    [
      '!type,!group_id,!group_name,!group_parent,title,username,password,URL,id,Notes,pin',
      'group,g2,RH,g1,,,,,,,',
      'group,g1,Métier,0,,,,,,,',
      'entry,g2,,,Intranet,zoé,"Été, ""42""",https://rh.exemple.fr,e1,une note,9876',
      'entry,g1,,,Exemple,a, b ,,e2,,',
      '',
    ].join('\n'),
  ),
  textSample(
    'buttercup',
    'older, groups named only',
    1,
    '!group_id,!group_name,title,username,password,URL,id\ng1,Métier,Exemple,a,b,https://exemple.fr,e1\n',
  ),
]
