import { createCipheriv, pbkdf2Sync } from 'node:crypto'
import { listedValues, type DocumentedSample } from './parts/documented.ts'

/**
 * Trees of entries in XML, written by hand from the programs' exporters, without a look at the reader. Each value stands once
 * in its file; every person and secret is made up.
 */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Revelation 0.5: notes beside descriptions, an e-mail in websites, types of 2025. */
function revelation(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  type Parts = {
    description?: string
    notes?: string
    fields?: Readonly<Record<string, string>>
    inside?: string
  }
  const entry = (
    type: string,
    name: string,
    { description = '', notes = '', fields = {}, inside = '' }: Parts,
  ) =>
    [
      `<entry type="${type}">`,
      `\t<name>${escaped(name)}</name>`,
      `\t<description>${escaped(description)}</description>`,
      '\t<updated>1772524800</updated>',
      `\t<notes>${escaped(notes)}</notes>`,
      ...Object.entries(fields).map(([id, value]) => `\t<field id="${id}">${escaped(value)}</field>`),
      inside,
      '</entry>\n',
    ].join('\n')
  const website = entry('website', v('Intranet du théâtre'), {
    description: v('Espace des régisseurs'),
    notes: v('Billetterie < 20 h & "loges"\nCode au dos'),
    fields: {
      'generic-url': v('https://theatre.exemple.fr/?a=1&b=2'),
      'generic-username': v('regie.lumiere'),
      'generic-email': v('regie@exemple.fr'),
      'generic-password': s(' Ri<deau>&"Rouge"; '),
    },
  })
  const folder = entry('folder', v('Théâtre'), {
    description: v('Tout ce qui tient à la scène'),
    inside: entry('folder', v('Plateau'), { inside: website }),
  })
  const others = [
    entry('creditcard', v('Carte des décors'), {
      fields: {
        'creditcard-cardtype': v('Visa Affaires'),
        'creditcard-cardnumber': s('4970555566667777'),
        'creditcard-expirydate': '09/2029',
        'creditcard-ccv': s('615'),
        'generic-pin': s('9043'),
      },
    }),
    entry('cryptokey', v('Certificat du guichet'), {
      fields: {
        'generic-hostname': v('guichet.exemple.fr'),
        'generic-certificate': v('/etc/ssl/guichet.pem'),
        'generic-keyfile': v('/etc/ssl/private/guichet.key'),
        'generic-password': s('Clef&Guichet'),
      },
    }),
    entry('database', v('Base des abonnés'), {
      fields: {
        'generic-hostname': v('pg.exemple.fr'),
        'generic-username': v('lecteur-bd'),
        'generic-password': s('Abo;2026'),
        'generic-database': v('abonnes_prod'),
      },
    }),
    entry('door', v('Entrée des artistes'), {
      fields: { 'generic-location': v('Rue du Puits'), 'generic-code': s('A7719B') },
    }),
    entry('ftp', v('Dépôt des affiches'), {
      fields: {
        'generic-hostname': v('ftp.exemple.fr'),
        'generic-port': v('2121'),
        'generic-username': v('imprimeur'),
        'generic-password': s('Offset#4'),
      },
    }),
    entry('phone', v('Répondeur'), {
      fields: { 'phone-phonenumber': v('+33 2 99 10 20 30'), 'generic-pin': s('5518') },
    }),
    entry('shell', v('Console de scène'), {
      fields: {
        'generic-hostname': v('scene.exemple.fr'),
        'generic-domain': v('SCENE'),
        'generic-username': v('root-scene'),
        'generic-password': s('Projo!12'),
      },
    }),
    entry('vnc', v('Écran du hall'), {
      notes: v('Rallumer après l’entracte'),
      fields: {
        'generic-hostname': v('10.7.0.3'),
        'generic-port': v('5902'),
        'generic-username': '',
        'generic-password': s('hall-vnc'),
      },
    }),
    entry('remotedesktop', v('Poste du caissier'), {
      fields: {
        'generic-hostname': v('caisse.exemple.fr'),
        'generic-port': '',
        'generic-username': v('vente-1'),
        'generic-password': s('Ticket-9'),
      },
    }),
    entry('generic', v('Sans mot de passe'), {
      description: v('Badge seulement'),
      fields: { 'generic-hostname': '', 'generic-username': '', 'generic-password': '' },
    }),
  ]
  const text = `<?xml version="1.0" encoding="utf-8" ?>\n<revelationdata version="0.5.6" dataversion="1">\n\n${folder}${others.join('')}</revelationdata>\n`
  return {
    name: 'Revelation, types and notes of its present version',
    format: 'revelation',
    bytes: Buffer.from(text),
    entries: 11,
    values,
    concealed,
    expected: [
      {
        name: 'Intranet du théâtre',
        path: ['Théâtre', 'Plateau'],
        login: 'regie.lumiere',
        password: ' Ri<deau>&"Rouge"; ',
        address: 'https://theatre.exemple.fr/?a=1&b=2',
        notes: ['Espace des régisseurs', 'Billetterie < 20 h & "loges"\nCode au dos'],
        anywhere: ['regie@exemple.fr'],
      },
      {
        name: 'Carte des décors',
        hidden: ['4970555566667777', '615', '9043'],
        anywhere: ['Visa Affaires', '2029'],
        category: 'bankCard',
      },
      {
        name: 'Certificat du guichet',
        password: 'Clef&Guichet',
        anywhere: ['guichet.exemple.fr', '/etc/ssl/guichet.pem', '/etc/ssl/private/guichet.key'],
      },
      {
        name: 'Base des abonnés',
        login: 'lecteur-bd',
        password: 'Abo;2026',
        anywhere: ['pg.exemple.fr', 'abonnes_prod'],
      },
      { name: 'Entrée des artistes', secrets: ['A7719B'], anywhere: ['Rue du Puits'] },
      {
        name: 'Dépôt des affiches',
        login: 'imprimeur',
        password: 'Offset#4',
        anywhere: ['ftp.exemple.fr', '2121'],
      },
      { name: 'Répondeur', secrets: ['5518'], anywhere: ['+33 2 99 10 20 30'] },
      {
        name: 'Console de scène',
        password: 'Projo!12',
        anywhere: ['scene.exemple.fr', 'SCENE', 'root-scene'],
      },
      {
        name: 'Écran du hall',
        password: 'hall-vnc',
        notes: ['Rallumer après l’entracte'],
        anywhere: ['10.7.0.3', '5902'],
      },
      { name: 'Poste du caissier', login: 'vente-1', password: 'Ticket-9', anywhere: ['caisse.exemple.fr'] },
      { name: 'Sans mot de passe', notes: ['Badge seulement'] },
    ],
  }
}

const attribute = (text: string): string =>
  escaped(text).replaceAll('"', '&quot;').replaceAll('\r', '&#xD;').replaceAll('\n', '&#xA;')

/** mRemoteNG 1.78, its file of connections with what its serializer of version 2.8 writes. */
function mremoteng(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  let salts = 0
  const sealed = (text: string): string => {
    const [salt, nonce] = [Buffer.alloc(16, ++salts), Buffer.alloc(16, ++salts)]
    const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync('mR3m', salt, 1000, 32, 'sha1'), nonce)
    cipher.setAAD(salt)
    const bytes = Buffer.concat([cipher.update(text), cipher.final()])
    return Buffer.concat([salt, nonce, bytes, cipher.getAuthTag()]).toString('base64')
  }
  const defaults = {
    VmId: '',
    UseVmId: 'false',
    UseEnhancedMode: 'false',
    Type: 'Connection',
    Descr: '',
    Icon: 'mRemoteNG',
    Panel: 'General',
    Id: '',
    Username: '',
    Domain: '',
    Password: '',
    Hostname: '',
    Protocol: 'RDP',
    RdpVersion: 'rdc6',
    SSHTunnelConnectionName: '',
    OpeningCommand: '',
    SSHOptions: '',
    PuttySession: 'Default Settings',
    Port: '3389',
    ConnectToConsole: 'false',
    UseCredSsp: 'true',
    RenderingEngine: 'EdgeChromium',
    RDPAuthenticationLevel: 'NoAuth',
    LoadBalanceInfo: '',
    Resolution: 'FitToWindow',
    RedirectDiskDrives: 'None',
    RedirectClipboard: 'true',
    RedirectSound: 'DoNotPlay',
    Connected: 'false',
    PreExtApp: '',
    PostExtApp: '',
    MacAddress: '',
    UserField: '',
    Favorite: 'false',
    ExtApp: '',
    StartProgram: '',
    StartProgramWorkDir: '',
    VNCProxyType: 'ProxyNone',
    VNCProxyIP: '',
    VNCProxyPort: '0',
    VNCProxyUsername: '',
    VNCProxyPassword: '',
    RDGatewayUsageMethod: 'Never',
    RDGatewayHostname: '',
    RDGatewayUseConnectionCredentials: 'Yes',
    RDGatewayExternalCredentialProvider: 'None',
    RDGatewayUserViaAPI: '',
    RDGatewayUsername: '',
    RDGatewayPassword: '',
    RDGatewayDomain: '',
    UserViaAPI: '',
    EC2InstanceId: '',
    EC2Region: 'eu-west-3',
    ExternalCredentialProvider: 'None',
    ExternalAddressProvider: 'None',
  }
  const node = (name: string, more: Readonly<Record<string, string>>, inside = '') =>
    `<Node ${Object.entries({ Name: name, ...defaults, ...more })
      .map(([key, value]) => `${key}="${attribute(value)}"`)
      .join(' ')}${inside === '' ? ' />' : `>${inside}</Node>`}`
  const container = node(
    v('Salle serveurs'),
    {
      Type: 'Container',
      Expanded: 'true',
      Id: 'c0000000-0000-4000-8000-000000000001',
      Descr: v('Rangée B'),
      Username: v('svc-admin'),
      Domain: v('AGGLO'),
      Password: sealed(s('Conteneur;"9"')),
    },
    [
      node(v('Contrôleur de domaine'), {
        Id: 'c0000000-0000-4000-8000-000000000002',
        Descr: v('Baie 2\nNe pas "éteindre"'),
        Username: 'svc-admin',
        Domain: 'AGGLO',
        Hostname: v('dc1.exemple.fr'),
        Port: v('33890'),
        MacAddress: v('00:1B:44:11:3A:B7'),
        UserField: v('Contrat 55-B'),
        RDGatewayUsageMethod: 'Always',
        RDGatewayHostname: v('passerelle.exemple.fr'),
        RDGatewayUsername: v('svc-passerelle'),
        RDGatewayPassword: sealed(s('Passe<relle>&8')),
        RDGatewayDomain: v('DMZ'),
        InheritUsername: 'true',
        InheritDomain: 'true',
        InheritPassword: 'true',
      }),
      node(v('Pare-feu'), {
        Id: 'c0000000-0000-4000-8000-000000000003',
        Username: v('secadmin'),
        Password: sealed(s(' Mur é"tanche" \\')),
        Hostname: v('fw.exemple.fr'),
        Protocol: 'SSH2',
        Port: '22',
        SSHOptions: v('-o StrictHostKeyChecking=yes'),
        OpeningCommand: v('show version'),
        Favorite: 'true',
      }),
    ].join(''),
  )
  const lone = node(v('Supervision'), {
    Id: 'c0000000-0000-4000-8000-000000000004',
    Hostname: v('https://supervision.exemple.fr/vue'),
    Protocol: 'HTTPS',
    Port: '443',
    VNCProxyUsername: v('mandataire'),
    VNCProxyPassword: sealed(s('Proxy-44')),
    VNCProxyIP: v('10.0.9.9'),
  })
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<mrng:Connections xmlns:mrng="http://mremoteng.org" Name="Connexions" Export="true" EncryptionEngine="AES" BlockCipherMode="GCM" KdfIterations="1000" FullFileEncryption="false" Protected="${sealed('ThisIsNotProtected')}" ConfVersion="2.8">${container}${lone}</mrng:Connections>`
  return {
    name: 'mRemoteNG, every attribute of its format 2.8',
    format: 'mremoteng-xml',
    bytes: Buffer.from(text),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Contrôleur de domaine',
        path: ['Salle serveurs'],
        login: 'AGGLO\\svc-admin',
        password: 'Conteneur;"9"',
        address: 'rdp://dc1.exemple.fr:33890',
        notes: ['Baie 2\nNe pas "éteindre"'],
        secrets: ['Passe<relle>&8'],
        anywhere: ['passerelle.exemple.fr', 'svc-passerelle', 'DMZ', '00:1B:44:11:3A:B7', 'Contrat 55-B'],
        category: 'server',
      },
      {
        name: 'Pare-feu',
        path: ['Salle serveurs'],
        login: 'secadmin',
        password: ' Mur é"tanche" \\',
        anywhere: ['fw.exemple.fr', '-o StrictHostKeyChecking=yes', 'show version'],
        isFavourite: true,
      },
      {
        name: 'Supervision',
        path: [],
        address: 'https://supervision.exemple.fr/vue',
        secrets: ['Proxy-44'],
        anywhere: ['mandataire', '10.0.9.9'],
      },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [revelation(), mremoteng()]
