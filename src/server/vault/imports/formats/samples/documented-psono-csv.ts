import { listedValues, papaRow, type DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's exporter, without a look at the reader; every person and secret is made up. */

/** The columns of Psono's export in 2026, connections among them; no column says that an entry is in the trash. */
const psonoColumns = [
  'path',
  'type',
  'callback_user',
  'callback_url',
  'callback_pass',
  'urlfilter',
  ...['title', 'url', 'username', 'password', 'notes', 'auto_submit', 'url_filter']
    .concat(['totp_period', 'totp_algorithm', 'totp_digits', 'totp_code'])
    .map((name) => `website_password_${name}`),
  ...['title', 'username', 'password', 'notes'].map((name) => `application_password_${name}`),
  ...['title', 'host', 'port', 'authentication_type', 'username', 'password', 'private_key', 'notes'].map(
    (name) => `ssh_connection_${name}`,
  ),
  ...['title', 'host', 'port', 'domain', 'ignore_certificate', 'resize_method', 'server_layout']
    .concat(['username', 'password', 'notes'])
    .map((name) => `rdp_connection_${name}`),
  ...['title', 'host', 'port', 'username', 'password', 'notes'].map((name) => `vnc_connection_${name}`),
  ...['title', 'url', 'notes', 'rp_id', 'id', 'public_key', 'private_key', 'user_handle', 'algorithm']
    .concat(['auto_submit', 'url_filter'])
    .map((name) => `passkey_${name}`),
  ...['title', 'period', 'algorithm', 'digits', 'code', 'url_filter'].map((name) => `totp_${name}`),
  ...['title', 'notes'].map((name) => `note_${name}`),
  ...['title', 'variables', 'notes'].map((name) => `environment_variables_${name}`),
  ...['title', 'email', 'name', 'public', 'private', 'notes'].map((name) => `ssh_own_key_${name}`),
  ...['title', 'email', 'name', 'public', 'private'].map((name) => `mail_gpg_own_key_${name}`),
  ...['title', 'number', 'name', 'cvc', 'pin', 'valid_through', 'notes'].map((name) => `credit_card_${name}`),
  ...['title', 'url', 'notes', 'url_filter'].map((name) => `bookmark_${name}`),
  ...['title', 'first_name', 'last_name', 'company', 'address', 'city', 'postal_code', 'state', 'country']
    .concat(['phone_number', 'email'])
    .map((name) => `identity_${name}`),
  ...['title', 'file_content', 'password', 'retrieval_code', 'notes'].map(
    (name) => `elster_certificate_${name}`,
  ),
  'custom_fields',
  'tags',
]

function psonoCsv(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const row = (type: string, path: string, cells: object, common: Readonly<Record<string, string>> = {}) => {
    const named: Record<string, string> = { ...common, path, type }
    for (const [name, value] of Object.entries(cells)) named[`${type}_${name}`] = String(value)
    return papaRow(psonoColumns.map((column) => named[column] ?? ''))
  }
  const rows = [
    papaRow(psonoColumns),
    row(
      'website_password',
      `\\${v('Réseau')}\\${v('Cœur de réseau')}\\`,
      {
        title: v('Portail du commutateur'),
        url: v('https://coeur.exemple.fr/login?a=1,2'),
        username: v('admin,réseau'),
        password: s(' Bord"eaux;33\\ '),
        notes: v('Baie 4\nCâble "orange"'),
        auto_submit: false,
        url_filter: 'coeur.exemple.fr',
        totp_period: 30,
        totp_algorithm: 'SHA1',
        totp_digits: 6,
        totp_code: s('KRUGS4ZANFZSAYLO'),
      },
      {
        urlfilter: 'coeur.exemple.fr',
        callback_url: v('https://rappel.exemple.fr/rotation'),
        callback_user: v('robot-rappel'),
        callback_pass: s('Rappel!Robot7'),
        custom_fields: JSON.stringify([
          { name: v('Contrat de support'), type: 'text', value: v('C-8841-bis') },
          { name: v('Mot d’activation'), type: 'password', value: s('Enable;"15"') },
        ]),
        tags: JSON.stringify([v('site nord'), v('niveau 3')]),
      },
    ),
    row('ssh_connection', `\\Réseau\\`, {
      title: v('Passerelle SSH'),
      host: v('bastion.exemple.fr'),
      port: 2222,
      authentication_type: 'private_key',
      username: v('exploit'),
      password: s('Phrase de la clé'),
      private_key: s('-----BEGIN OPENSSH PRIVATE KEY-----\nUHNvbm8=\n-----END OPENSSH PRIVATE KEY-----'),
      notes: v('Depuis le VPN seulement'),
    }),
    row('rdp_connection', `\\Réseau\\`, {
      title: v('Bureau comptable'),
      host: v('10.4.0.12'),
      port: 3389,
      domain: v('VILLE'),
      ignore_certificate: true,
      resize_method: 'display-update',
      server_layout: 'fr-fr-azerty',
      username: v('compta1'),
      password: s('Rdp=Compta&2'),
      notes: '',
    }),
    row('vnc_connection', '\\', {
      title: v('Écran d’accueil'),
      host: v('10.4.0.80'),
      port: 5901,
      username: '',
      password: s('vncEcran'),
      notes: v('Éteint la nuit'),
    }),
    row('passkey', '\\', {
      title: v('Clé d’accès du portail'),
      url: v('https://passe.exemple.fr'),
      notes: v('Enrôlée en mars'),
      rp_id: 'passe.exemple.fr',
      id: 'cred-77',
      public_key: '{"kty":"EC"}',
      private_key: '{"kty":"EC","d":"c2VjcmV0LXBhc3NrZXk"}',
      user_handle: 'handle-1',
      algorithm: '{"name":"ECDSA"}',
    }),
    row('totp', '\\', {
      title: v('Jeton de la trésorerie'),
      period: 60,
      algorithm: 'SHA256',
      digits: 8,
      code: s('MFRGGZDFMZTWQ2LK'),
    }),
    row('environment_variables', '\\', {
      title: v('Variables de recette'),
      variables: JSON.stringify([
        { key: v('BASE_DE_DONNEES'), value: s('postgres://app:Z4l3@db/app') },
        { key: v('NIVEAU_TRACE'), value: v('détaillé') },
      ]),
      notes: v('Copiées de la production'),
    }),
    row('credit_card', '\\', {
      title: v('Carte des fournitures'),
      number: s('4974000011112222'),
      name: v('MME LE GALL'),
      cvc: s('908'),
      pin: s('7315'),
      valid_through: '0830',
      notes: '',
    }),
    row('identity', '\\', {
      title: v('Fiche de la régisseuse'),
      first_name: v('Gwenola'),
      last_name: v('Le Goff'),
      company: v('Port de Kerval'),
      address: v('2, quai des Brumes'),
      city: v('Douarnenez'),
      postal_code: v('29100'),
      state: v('Finistère'),
      country: 'FR-FRANCE',
      phone_number: v('+33 2 98 00 11 22'),
      email: v('gwenola@exemple.fr'),
    }),
    row('elster_certificate', '\\', {
      title: v('Certificat de dépôt'),
      file_content: Buffer.from('PFX-octets').toString('hex'),
      password: s('Pfx-Kerval'),
      retrieval_code: s('RC-Kerval-8'),
      notes: v('Un par exercice'),
    }),
    row('note', `\\${v('Procédures')}\\`, {
      title: v('Crue'),
      notes: `${v('1. Fermer la vanne')}\r\n${v('2. Appeler le 18')}`,
    }),
  ]
  return {
    name: 'Psono, an export to CSV with connections',
    format: 'psono-csv',
    bytes: Buffer.from(rows.join('\r\n')),
    entries: 11,
    values,
    concealed,
    expected: [
      {
        name: 'Portail du commutateur',
        path: ['Réseau', 'Cœur de réseau'],
        login: 'admin,réseau',
        password: ' Bord"eaux;33\\ ',
        address: 'https://coeur.exemple.fr/login?a=1,2',
        notes: ['Baie 4\nCâble "orange"'],
        otp: 'KRUGS4ZANFZSAYLO',
        visible: ['C-8841-bis'],
        hidden: ['Enable;"15"', 'Rappel!Robot7'],
        anywhere: ['site nord', 'niveau 3', 'https://rappel.exemple.fr/rotation', 'robot-rappel'],
      },
      {
        name: 'Passerelle SSH',
        path: ['Réseau'],
        login: 'exploit',
        secrets: ['Phrase de la clé'],
        notes: ['Depuis le VPN seulement'],
        anywhere: ['bastion.exemple.fr', '2222'],
      },
      {
        name: 'Bureau comptable',
        path: ['Réseau'],
        password: 'Rdp=Compta&2',
        anywhere: ['10.4.0.12', 'VILLE', 'compta1'],
      },
      {
        name: 'Écran d’accueil',
        path: [],
        password: 'vncEcran',
        notes: ['Éteint la nuit'],
        anywhere: ['10.4.0.80', '5901'],
      },
      {
        name: 'Clé d’accès du portail',
        address: 'https://passe.exemple.fr',
        notes: ['Enrôlée en mars'],
        told: ['PASSKEY_LEFT'],
      },
      { name: 'Jeton de la trésorerie', otp: 'MFRGGZDFMZTWQ2LK' },
      { name: 'Variables de recette', notes: ['Copiées de la production'] },
      {
        name: 'Carte des fournitures',
        hidden: ['4974000011112222', '908', '7315'],
        anywhere: ['MME LE GALL'],
        category: 'bankCard',
      },
      { name: 'Fiche de la régisseuse', anywhere: ['Le Goff', '2, quai des Brumes', '29100'] },
      { name: 'Certificat de dépôt', password: 'Pfx-Kerval', files: { 'elster.pfx': 'PFX-octets' } },
      { name: 'Crue', path: ['Procédures'], notes: ['1. Fermer la vanne\n2. Appeler le 18'] },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [psonoCsv()]
