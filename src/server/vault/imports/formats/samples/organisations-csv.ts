import { textSample, type Sample } from './sample.ts'

const netwrix = [
  'Organisationseinheit;DataTags;Beschreibung;Benutzername;Passwort;Internetseite;Informationen;One-Time Passwort',
  'Métier\\RH;rh;Intranet;zoé;"Été; ""42""";https://rh.exemple.fr;une note;JBSWY3DPEHPK3PXP',
  'Métier;;Exemple;a; b ;;;',
]
const wrapped = netwrix.map((row) => `"${row.replaceAll('"', '""')}"`)

export const samples: readonly Sample[] = [
  textSample('netwrix', 'in German', 2, `${netwrix.join('\r\n')}\r\n`),
  textSample('netwrix', 'rows in a second pair of quotes', 2, `${wrapped.join('\r\n')}\r\n`),
  textSample(
    'passwordstate',
    'with a list alone',
    2,
    [
      'PasswordListID,PasswordList,Title,Domain,HostName,UserName,Description,GenericField1,AccountTypeID,Notes,URL,Password,ExpiryDate,AllowExport,AccountType,TreePath,PasswordID',
      '4,Réseau,,,,,,,,,,,,,,\\Siège\\Réseau,',
      '4,Réseau,Pare-feu,SIEGE,fw1,admin,"Un ""pare-feu""",valeur,0,note,https://10.0.0.1,Été 42,2027-01-31,True,Windows,\\Siège\\Réseau,101',
      '5,Paie,Exemple,,,a,,,0,,, b ,,True,,\\Siège,102',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'passwordstate',
    'two lists, each with its header',
    2,
    [
      'PasswordListID,Password List,TreePath,PasswordID,Title,DomainOrHost,UserName,Description,Account Type,Notes,URL,Password,ExpiryDate,OTPUri,Licence Key,Generic Field 2,WebUser_ID',
      '97,Bois,\\Siège\\Bois,,,,,,,,,,,,,,',
      ',,,,,,,,,,,,,,,,',
      'PasswordListID,Password List,TreePath,PasswordID,Title,DomainOrHost,UserName,Description,Account Type,Notes,URL,Password,ExpiryDate,OTPUri,Licence Key,Generic Field 2,WebUser_ID',
      '98,Fer,\\Siège,10790,Serveur,srv1,zoé,,Linux,,,Été 42,,otpauth://totp/a?secret=JBSWY3DPEHPK3PXP,ABCD,,login_field',
      'PasswordListID,Password List,TreePath,PasswordID,Title,DomainOrHost,UserName,Description,Account Type,Notes,URL,Password,ExpiryDate,OTPUri,Badge,Generic Field 2,WebUser_ID',
      '99,Or,\\Siège,10791,Exemple,,a,,,,, b ,,,,,',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'nextcloud-passwords',
    'with custom fields',
    2,
    [
      '"Label","Username","Password","Notes","Url","Custom Fields","Folder","Tags","Favorite","Edited","Id","Revision","Folder Id"',
      '"Intranet","zoé","Été, ""42""","une note","https://rh.exemple.fr","Badge, text: 12',
      'Réponse, secret: prénom","Métier/RH","rh","true","2024-01-01T00:00:00+00:00","aaaa-1","rev","f1"',
      '"Exemple","a"," b ","","","libre","Home","","false","","aaaa-2","rev","00000000-0000-0000-0000-000000000000"',
      '',
    ].join('\n'),
  ),
  textSample(
    'nextcloud-passwords',
    'in French',
    1,
    [
      '"Libéllé","Nom d\u2019utilisateur","Mot de passe","Notes","Lien","Champs personnalisés","Dossier","Étiquettes","Favori","Édité","Id","Révision","ID du dossier"',
      '"Exemple","a","b","","https://exemple.fr","Site, url: https://autre.exemple.fr","Paie","rh,siège","vrai","","aaaa-3","rev","f3"',
      '',
    ].join('\n'),
  ),
  textSample(
    'zoho-vault',
    'long form',
    2,
    [
      '"Secret Name","Description","Secret URL","SecretData","Notes","CustomData","Tags","Classification","Favorite","ChamberName"',
      'Intranet,une description,https://rh.exemple.fr,"SecretType:Web Account',
      'User Name:zoé',
      'Password:a:b,c',
      '",note,"Réponse:prénom',
      '",rh,P,1,"Métier',
      'RH",',
      'Serveur,,,"SecretType:Unix',
      'User Name:root',
      'Password: b ',
      'Host:srv1',
      '",,"",,E,0,,',
      '',
    ].join('\n'),
  ),
  textSample(
    'zoho-vault',
    'short form',
    1,
    '"Secret Name","Secret URL","Notes"\n"Exemple","https://exemple.fr","","a","b,c"\n',
  ),
]
