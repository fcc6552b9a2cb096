import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'teampass',
    'with entities and HTML',
    2,
    [
      'id,label,description,pw,login,restricted_to,perso,url,email,kb,tag,folder',
      '12,"Pare-feu &amp; proxy","<p>Siège<br />2e étage</p>a &lt; b","a&#92;b&quot;c",admin,,0,https://10.0.0.1,reseau@exemple.fr,,"réseau pare-feu","Informatique/Réseau"',
      '13,Exemple,,"dit ""oui"" et C:\\"x\\",a,,1,,,,,Informatique',
      '',
    ].join('\n'),
  ),
  textSample(
    'teampass',
    'of 2016, seven columns',
    1,
    '"id";"label";"description";"pw";"login";"restricted_to";"perso"\n"7";"Exemple";"";" b ";"a";"";"0"\n',
  ),
  textSample(
    'teampass-template',
    'filled in',
    1,
    'label,login,password,url,description,folder\nExemple,a,"b,c",https://exemple.fr,note,Métier/RH\n',
  ),
  textSample(
    'teampasswordmanager',
    'with custom fields on lines',
    2,
    [
      '"Project name","Name","Access information","Username","Email","Password","Expiry date","Notes","Tags","Custom fields","Custom 1","Custom 2","Custom 3"',
      '"Site du client / A","Hébergeur","https://hote.exemple.fr","zoé","zoe@exemple.fr","Été, ""42""","2027-01-31","une note","web,client","Badge',
      'Réponse","12","prénom",""',
      '"Serveurs","Baie","2e étage, salle B","admin",""," b ","","","","","","",""',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'teampasswordmanager',
    'with a form of the date',
    2,
    [
      '"Project name","Name","Access information","Username","E-mail","Password","Notes","Tags","Custom fields","Custom 1","Custom 2","Custom 4","Expiry date (mm-dd-yyyy)"',
      '"Matériel","Routeur","192.168.0.1","admin","admin@exemple.fr"," b ","","","PIN,Badge,Salle,Code","9876","12","x","10-30-2027"',
      '"Matériel","Autre","","a","","b","","","","","","","bientôt"',
      '',
    ].join('\r\n'),
  ),
]
