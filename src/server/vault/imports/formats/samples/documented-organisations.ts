import { listedValues, type DocumentedSample } from './parts/documented.ts'

/**
 * Files of organisations' managers, written by hand from the programs' documentation and exporters, without a look at the
 * reader. Each value stands once in its file; every person and secret is made up.
 */

/** Returns a row as PHP's fputcsv writes it: a cell with a blank, a quote or a separator is quoted. */
const phpRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[,"\\\s]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`

/** TeamPass 3, export to CSV: the description is HTML, knowledge bases and tags are joined in a cell. */
function teampass(): DocumentedSample {
  const { values, said: v } = listedValues()
  const rows = [
    'id,label,description,pw,login,restricted_to,perso,url,email,kb,tag,folder\n',
    phpRow([
      '4012',
      v('Portail des élus'),
      `<p>${v('Accès du cabinet')}<br>${v('Voir Mme Roux & M. Petit')}</p>`,
      v('Élu&s;"12",fin'),
      v('cabinet.elus'),
      '',
      'False',
      v('https://elus.exemple.fr/portail?vue=1'),
      v('elus@exemple.fr'),
      `${v('Procédure de secours')} | ${v('Astreinte du soir')}`,
      `${v('mandat')} ${v('séance')}`,
      `${v('Direction')}/${v('Bureau du maire')}`,
    ]),
    phpRow(['4013', v('Coffre-fort'), '', v('000451'), '', '', 'True', '', '', '', '', v('Jean Martin')]),
    phpRow(['4014', v('Badge'), v('Porte nord'), '', v('b-77'), '', 'False', '', '', '', '', '']),
  ]
  return {
    name: 'TeamPass, an export to CSV',
    format: 'teampass',
    bytes: Buffer.from(rows.join('')),
    entries: 3,
    values,
    expected: [
      {
        name: 'Portail des élus',
        path: ['Direction', 'Bureau du maire'],
        login: 'cabinet.elus',
        password: 'Élu&s;"12",fin',
        address: 'https://elus.exemple.fr/portail?vue=1',
        notes: ['Accès du cabinet\nVoir Mme Roux & M. Petit'],
        anywhere: ['elus@exemple.fr', 'Procédure de secours', 'Astreinte du soir', 'mandat', 'séance'],
        absent: ['<p>', '<br>'],
      },
      { name: 'Coffre-fort', path: ['Jean Martin'], password: '000451' },
      { name: 'Badge', path: [], login: 'b-77', notes: ['Porte nord'] },
    ],
  }
}

/** Passbolt, the export "CSV (KeePass)": every cell quoted, lines end in CRLF, none after the last. */
function passbolt(): DocumentedSample {
  const { values, said: v } = listedValues()
  const row = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const text = [
    row(['Title', 'Username', 'URL', 'Password', 'Notes', 'Group', 'TOTP']),
    row([
      v('Serveur web'),
      v('root-web'),
      v('https://web.exemple.fr:8443'),
      v('Ré"gie;3\\'),
      `${v('Premier tour')}\n${v('second tour')}`,
      `${v('Régie')}/${v('Machines')}`,
      `otpauth://totp/Serveur%20web%3Aroot-web?issuer=https%3A%2F%2Fweb.exemple.fr&secret=${v('JBSWY3DPEHPK3PXP')}&algorithm=SHA1&digits=6&period=30`,
    ]),
    row([v('Boîte générique'), v('accueil@exemple.fr'), '', v('=Accueil+1'), '', '', '']),
  ].join('\r\n')
  return {
    name: 'Passbolt, an export to CSV with one-time codes',
    format: 'passbolt',
    bytes: Buffer.from(text),
    entries: 2,
    values,
    expected: [
      {
        name: 'Serveur web',
        path: ['Régie', 'Machines'],
        login: 'root-web',
        password: 'Ré"gie;3\\',
        address: 'https://web.exemple.fr:8443',
        notes: ['Premier tour\nsecond tour'],
        otp: 'JBSWY3DPEHPK3PXP',
      },
      { name: 'Boîte générique', path: [], login: 'accueil@exemple.fr', password: '=Accueil+1' },
    ],
  }
}

const stateColumns =
  'PasswordListID,Password List,TreePath,PasswordID,Title,DomainOrHost,UserName,Description,Account Type,Notes,URL,Password,ExpiryDate,OTPUri'
const stateEnd =
  'WebUser_ID,WebPassword_ID,WebOTP_ID,WebGenericField1_ID,WebGenericField2_ID,WebGenericField3_ID'

/** Passwordstate, export of all lists: a heading before each list, whose generic fields have names of their own. */
function passwordstate(): DocumentedSample {
  const { values, said: v } = listedValues()
  const heading = (first: string, second: string, third: string) =>
    `${stateColumns},${first},${second},${third},${stateEnd}`
  const width = heading('', '', '').split(',').length
  const row = (...cells: readonly string[]) =>
    Array.from({ length: width }, (_, at) => cells[at] ?? '')
      .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(',')
  const tree = '\\Systèmes (DSI)\\Serveurs'
  const lines = [
    heading('Generic Field 1', 'Generic Field 2', 'Generic Field 3'),
    row('96', 'Liste vide', '\\Systèmes (DSI)'),
    row(),
    heading(v('Clé de licence'), 'Generic Field 2', v('Local')),
    row(
      '97',
      'Linux',
      tree,
      '10790',
      v('Intranet principal'),
      v('SRV-INT-01'),
      v('adm-intranet'),
      v('Hébergé au sous-sol'),
      v('Compte Linux'),
      v('Redémarrer après mise à jour, avec soin'),
      v('https://intranet.exemple.fr'),
      v('In"tra,net9'),
      '31/12/2027',
      `otpauth://totp/Intranet:adm?secret=${v('MFRGGZDFMZTWQ2LK')}&issuer=Intranet`,
      v('LIC-0d5d54'),
      '',
      v('Baie 3'),
    ),
    row('97', 'Linux', tree, '10791', v('Sauvegarde'), '', v('svc-save'), '', '', '', '', v('Nuit&Jour')),
    row(),
    row(),
    heading(v('Code PUK'), 'Generic Field 2', 'Generic Field 3'),
    row(
      '98',
      'Mobiles',
      '\\Téléphones',
      '10792',
      v('Mobile astreinte'),
      '',
      v('0611223344'),
      '',
      '',
      '',
      '',
      v('7788'),
      '',
      '',
      v('12345678'),
    ),
  ]
  return {
    name: 'Passwordstate, all lists in one file',
    format: 'passwordstate',
    bytes: Buffer.from(`${lines.join('\n')}\n`),
    entries: 3,
    values,
    expected: [
      {
        name: 'Intranet principal',
        path: ['Systèmes (DSI)', 'Serveurs', 'Linux'],
        login: 'adm-intranet',
        password: 'In"tra,net9',
        address: 'https://intranet.exemple.fr',
        otp: 'MFRGGZDFMZTWQ2LK',
        renewal: '2027-12-31',
        anywhere: [
          'SRV-INT-01',
          'Hébergé au sous-sol',
          'Compte Linux',
          'Redémarrer après mise à jour, avec soin',
          'Clé de licence',
          'Local',
        ],
        secrets: ['LIC-0d5d54'],
      },
      {
        name: 'Sauvegarde',
        path: ['Systèmes (DSI)', 'Serveurs', 'Linux'],
        login: 'svc-save',
        password: 'Nuit&Jour',
      },
      {
        name: 'Mobile astreinte',
        path: ['Téléphones', 'Mobiles'],
        login: '0611223344',
        password: '7788',
        hidden: ['12345678'],
        anywhere: ['Code PUK'],
        absent: ['Clé de licence'],
      },
    ],
  }
}

/** The columns before, at and after the place where mRemoteNG 1.78 writes one name for two columns. */
const before =
  'Name;Id;Parent;NodeType;Description;Icon;Panel;Username;Password;Domain;Hostname;Port;VmId;Protocol;SSHTunnelConnectionName;OpeningCommand;SSHOptions;PuttySession;ConnectToConsole;UseCredSsp;UseRestrictedAdmin;UseRCG;UseVmId;UseEnhancedMode;RenderingEngine;RDPAuthenticationLevel;LoadBalanceInfo;Colors;Resolution;AutomaticResize;DisplayWallpaper;DisplayThemes;EnableFontSmoothing;EnableDesktopComposition;DisableFullWindowDrag;DisableMenuAnimations;DisableCursorShadow;DisableCursorBlinking;CacheBitmaps;RedirectDiskDrives'
const after =
  'RedirectPrinters;RedirectClipboard;RedirectSmartCards;RedirectSound;RedirectKeys;PreExtApp;PostExtApp;MacAddress;UserField;ExtApp;Favorite;VNCCompression;VNCEncoding;VNCAuthMode;VNCProxyType;VNCProxyIP;VNCProxyPort;VNCProxyUsername;VNCProxyPassword;VNCColors;VNCSmartSizeMode;VNCViewOnly;RDGatewayUsageMethod;RDGatewayHostname;RDGatewayUseConnectionCredentials;RDGatewayUsername;RDGatewayPassword;RDGatewayDomain;RDGatewayExternalCredentialProvider;RDGatewayUserViaAPI;RedirectAudioCapture;RdpVersion;RDPStartProgram;RDPStartProgramWorkDir;UserViaAPI;EC2InstanceId;EC2Region;ExternalCredentialProvider;ExternalAddressProvider'

/** mRemoteNG 1.78, export to CSV: a row has one cell more than the heading names, from the redirected disks on. */
function mremoteng(): DocumentedSample {
  const { values, said: v } = listedValues()
  const columns = `${before};RedirectDiskDrivesCustom;RedirectPorts;${after}`.split(';')
  const usual: Readonly<Record<string, string>> = {
    Icon: 'mRemoteNG',
    Panel: 'General',
    Resolution: 'FitToWindow',
    Colors: 'Colors16Bit',
    CacheBitmaps: 'False',
    RedirectDiskDrives: 'None',
    RedirectPorts: 'False',
    RedirectPrinters: 'False',
    RedirectKeys: 'False',
    Favorite: 'False',
    VNCColors: 'ColNormal',
    VNCProxyPort: '0',
    RDGatewayUsageMethod: 'Never',
    RdpVersion: 'Highest',
  }
  const row = (cells: Readonly<Record<string, string>>) =>
    columns.map((column) => `${cells[column] ?? usual[column] ?? ''};`).join('')
  const text = [
    `${before};RedirectDiskDrivesCustomRedirectPorts;${after};`,
    row({
      Name: v('Bastion'),
      Id: 'b-1',
      Parent: 'c-1',
      NodeType: 'Connection',
      Description: v('Rebond de production'),
      Username: v('exploitant'),
      Password: v('Reb"ond,42'),
      Domain: v('VILLE'),
      Hostname: v('bastion.exemple.fr'),
      Port: '2222',
      Protocol: 'SSH2',
      OpeningCommand: v('sudo -i'),
      SSHOptions: v('-o Compression=yes'),
      MacAddress: v('00:1B:44:11:3A:B7'),
      UserField: v('Contrat 88'),
      VNCProxyIP: v('10.9.8.7'),
      VNCProxyPort: '5900',
      VNCProxyUsername: v('relais'),
      VNCProxyPassword: v('Relais!5'),
      RDGatewayHostname: v('passerelle.exemple.fr'),
      RDGatewayUsername: v('portier'),
      RDGatewayPassword: v('Portier!6'),
      RDGatewayDomain: v('DMZ-2'),
    }),
    row({
      Name: v('Production'),
      Id: 'c-1',
      Parent: 'root',
      NodeType: 'Container',
      Hostname: '',
      Port: '3389',
      Protocol: 'RDP',
    }),
  ].join('\r\n')
  return {
    name: 'mRemoteNG, an export whose heading names one column too few',
    format: 'mremoteng-csv',
    bytes: Buffer.from(text),
    entries: 1,
    values,
    expected: [
      {
        name: 'Bastion',
        path: ['Production'],
        login: 'VILLE\\exploitant',
        password: 'Reb"ond,42',
        address: 'ssh://bastion.exemple.fr:2222',
        hidden: ['Relais!5', 'Portier!6', 'sudo -i', '-o Compression=yes'],
        visible: [
          'Contrat 88',
          'DMZ-2\\portier',
          'relais',
          '10.9.8.7',
          'passerelle.exemple.fr',
          '00:1B:44:11:3A:B7',
        ],
      },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [teampass(), passbolt(), passwordstate(), mremoteng()]
