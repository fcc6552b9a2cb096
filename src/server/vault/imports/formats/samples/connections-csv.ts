import { textSample, type Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  textSample(
    'mremoteng-csv',
    'containers after what they hold',
    3,
    [
      'Name;Id;Parent;NodeType;Description;Icon;Panel;Username;Password;Domain;Hostname;Port;Protocol;RDGatewayHostname;RDGatewayUsername;RDGatewayPassword;InheritUsername;InheritPassword;InheritDomain',
      'web1;c1;k2;Connection;note;mRemoteNG;General;;;;web1.exemple.fr;3389;RDP;gw.exemple.fr;passe;secret gw;True;True;True;',
      'Prod;k2;k1;Container;;;;;;;;;;;;;True;True;True;',
      'Siège;k1;r0;Container;Le siège;;;zoé;Été 42;SIEGE;;;;;;;False;False;False;',
      'sw1;c2;;Connection;;;;admin; b ;;10.0.0.2;22;SSH2;;;;False;False;False;',
      'Seul;k3;;Container;;;;root;oublié;;;;;;;;False;False;False;',
      '',
    ].join('\r\n'),
  ),
  textSample(
    'devolutions-csv',
    'sessions and credentials',
    3,
    [
      'Host,Name,ConnectionType,Group,Description,Username,Domain,Password,Port,ID',
      'srv1.exemple.fr,Serveur 1,RDPConfigured,Siège\\Réseau,une note,zoé,SIEGE,"Été, ""42""",3389,11111111-1111',
      'https://rh.exemple.fr,Intranet,WebBrowser,Siège,,a@exemple.fr,, b ,,22222222-2222',
      ',Compte,Credential,,,admin,,secret,,33333333-3333',
      ',Réseau,Group,Siège,Les équipements,,,,,44444444-4444',
      '',
    ].join('\r\n'),
  ),
]
