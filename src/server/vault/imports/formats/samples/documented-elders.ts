import { listedValues, otpOf, quotedRow, type DocumentedSample } from './parts/documented.ts'

/**
 * Files of former versions, and of their rows of pairs, written by hand from the programs' exporters and documentation, without a
 * look at the reader. Each value stands once in its file; every person and secret is made up.
 */

/** 1Password 7, 1PIF: folders in folders, typed sections, former passwords, a deleted login. */
function onePif(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const common = {
    updatedAt: 1_772_524_800,
    createdAt: 1_700_000_000,
    securityLevel: 'SL5',
    contentsHash: '1a2b3c4d',
  }
  const [former, holder] = [s('Écluse-2024'), v('MME PRIGENT')]
  const [number, code, pin] = [s('4975444455556666'), s('631'), s('9362')]
  const items = [
    { ...common, uuid: 'F1', typeName: 'system.folder.Regular', title: v('Voies navigables') },
    { ...common, uuid: 'F2', typeName: 'system.folder.Regular', title: v('Écluses'), folderUuid: 'F1' },
    {
      ...common,
      uuid: 'A1',
      typeName: 'webforms.WebForm',
      title: v('Télécommande des portes'),
      location: v('https://ecluse.exemple.fr/portes'),
      folderUuid: 'F2',
      openContents: { tags: [v('hydraulique'), v('24h/24')], faveIndex: 2 },
      secureContents: {
        fields: [
          { value: v('eclusier'), id: 'u', name: 'user', type: 'T', designation: 'username' },
          { value: s(' Bief;"Amont"\\ '), id: 'p', name: 'pass', type: 'P', designation: 'password' },
        ],
        URLs: [
          { label: 'website', url: 'https://ecluse.exemple.fr/portes' },
          { label: 'secours', url: v('https://ecluse-secours.exemple.fr') },
        ],
        notesPlain: v('Sas "ouvert" :\nfermer les vantelles'),
        passwordHistory: [{ value: former, time: 1_690_000_000 }],
        sections: [
          {
            name: 'Section_1',
            title: v('Cabine haute'),
            fields: [
              {
                k: 'concealed',
                n: 'TOTP_1',
                v: otpOf('Écluse', s('MVRWY5LTMVZG24DP')),
                t: 'one-time password',
              },
              { k: 'concealed', n: 'c1', v: s('Pupitre;19'), t: v('clé du pupitre') },
              { k: 'string', n: 's1', v: v('RF-0042'), t: v('radio') },
              { k: 'date', n: 'd1', v: 1_798_804_800, t: v('révision') },
            ],
          },
        ],
      },
    },
    {
      ...common,
      uuid: 'A2',
      typeName: 'wallet.financial.CreditCard',
      title: v('Carte du chantier'),
      secureContents: {
        cardholder: holder,
        ccnum: number,
        cvv: code,
        pin,
        expiry_mm: '11',
        expiry_yy: '2030',
        sections: [
          {
            name: '',
            title: '',
            fields: [
              { k: 'string', n: 'cardholder', v: holder, t: 'cardholder name' },
              { k: 'cctype', n: 'type', v: 'visa', t: 'type' },
              { k: 'string', n: 'ccnum', v: number, t: 'number' },
              { k: 'concealed', n: 'cvv', v: code, t: 'verification number' },
              { k: 'monthYear', n: 'expiry', v: 203011, t: 'expiry date' },
              { k: 'concealed', n: 'pin', v: pin, t: 'PIN' },
            ],
          },
        ],
      },
    },
    {
      ...common,
      uuid: 'A3',
      typeName: 'wallet.computer.UnixServer',
      title: v('Automate du sas'),
      secureContents: {
        sections: [
          {
            name: '',
            title: '',
            fields: [
              { k: 'string', n: 'url', v: v('ssh://sas.exemple.fr'), t: 'URL' },
              { k: 'string', n: 'username', v: v('automaticien'), t: 'username' },
              { k: 'concealed', n: 'password', v: s('Vantelle#7'), t: 'password' },
            ],
          },
          {
            name: 'admin_console',
            title: 'Admin Console',
            fields: [
              { k: 'string', n: 'admin_console_username', v: v('chef-sas'), t: 'admin console username' },
              { k: 'concealed', n: 'admin_console_password', v: s('Chef&Sas'), t: 'console password' },
            ],
          },
        ],
      },
    },
    {
      ...common,
      uuid: 'A4',
      typeName: 'identities.Identity',
      title: v('Subdivisionnaire'),
      secureContents: {
        sections: [
          {
            name: 'name',
            title: 'Identification',
            fields: [
              { k: 'string', n: 'firstname', v: v('Mael'), t: 'first name' },
              { k: 'string', n: 'lastname', v: v('Kerdoncuff'), t: 'last name' },
            ],
          },
          {
            name: 'address',
            title: 'Address',
            fields: [
              {
                k: 'address',
                n: 'address',
                t: 'address',
                v: {
                  street: v('Quai de l’Isac'),
                  city: v('Blain'),
                  zip: v('44130'),
                  state: '',
                  country: 'fr',
                },
              },
            ],
          },
        ],
      },
    },
    {
      ...common,
      uuid: 'A5',
      typeName: 'webforms.WebForm',
      title: 'Jeté',
      trashed: true,
      secureContents: { fields: [{ value: 'jete-9', name: 'p', type: 'P', designation: 'password' }] },
    },
  ]
  const mark = '***5642bee8-a5ff-11dc-8314-0800200c9a66***'
  return {
    name: '1Password 7, a 1PIF with folders and typed sections',
    format: '1password-1pif',
    bytes: Buffer.from(items.map((item) => `${JSON.stringify(item)}\n${mark}\n`).join('')),
    entries: 5,
    binned: 1,
    values,
    concealed,
    expected: [
      {
        name: 'Télécommande des portes',
        path: ['Voies navigables', 'Écluses'],
        login: 'eclusier',
        password: ' Bief;"Amont"\\ ',
        address: 'https://ecluse.exemple.fr/portes',
        notes: ['Sas "ouvert" :\nfermer les vantelles'],
        otp: 'MVRWY5LTMVZG24DP',
        visible: ['RF-0042', 'https://ecluse-secours.exemple.fr', '2027-01-01'],
        hidden: ['Pupitre;19'],
        anywhere: ['hydraulique', '24h/24'],
        former: [former],
        isFavourite: true,
      },
      { name: 'Carte du chantier', hidden: [number, code, pin], anywhere: [holder], category: 'bankCard' },
      {
        name: 'Automate du sas',
        login: 'automaticien',
        password: 'Vantelle#7',
        hidden: ['Chef&Sas'],
        anywhere: ['ssh://sas.exemple.fr', 'chef-sas'],
        category: 'server',
      },
      { name: 'Subdivisionnaire', anywhere: ['Mael', 'Kerdoncuff', 'Quai de l’Isac', 'Blain', '44130'] },
    ],
  }
}

/** KeePass 1, its XML: groups by their paths, an attached file, an expiry. */
function keepass1(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const entry = (parts: Readonly<Record<string, string>>, expiry: string, rest = '') =>
    `<pwentry>\r\n\t<group${parts['tree'] ? ` tree="${escaped(parts['tree'])}"` : ''}>${escaped(parts['group'] ?? '')}</group>\r\n${[
      'title',
      'username',
      'url',
      'password',
      'notes',
      'uuid',
    ]
      .map((name) => `\t<${name}>${escaped(parts[name] ?? '')}</${name}>\r\n`)
      .join(
        '',
      )}\t<image>0</image>\r\n\t<creationtime>2026-01-05T08:00:00</creationtime>\r\n\t<lastmodtime>2026-01-05T08:00:00</lastmodtime>\r\n\t<lastaccesstime>2026-01-05T08:00:00</lastaccesstime>\r\n${expiry}${rest}</pwentry>\r\n`
  const never = '\t<expiretime expires="false">2999-12-28T23:59:59</expiretime>\r\n'
  const [outer, inner] = [v('Patrimoine'), v('Églises')]
  const text = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\r\n<pwlist>\r\n${entry(
    {
      tree: outer,
      group: inner,
      title: v('Alarme du clocher'),
      username: v('sacristain'),
      url: v('https://clocher.exemple.fr/?zone=1&porte=2'),
      password: s(' Bronze<&>"1685"; '),
      notes: `${v('Sonner à 19 h')}\r\n${v('sauf le "vendredi"')}`,
      uuid: '0102030405060708090a0b0c0d0e0f10',
    },
    '\t<expiretime expires="true">2027-05-31T12:00:00</expiretime>\r\n',
    `\t<attachdesc>${v('plan-clocher.txt')}</attachdesc>\r\n\t<attachment>${Buffer.from(v('Échelle à gauche')).toString('base64')}</attachment>\r\n`,
  )}${entry({ group: outer, title: v('Musée lapidaire'), password: s('Pierre&Grès'), uuid: '1112131415161718191a1b1c1d1e1f20' }, never)}${entry({ group: 'Backup', title: 'Ancienne alarme', password: 'vieille-1', uuid: '2122232425262728292a2b2c2d2e2f30' }, never)}</pwlist>\r\n`
  return {
    name: 'KeePass 1, an XML with groups and an attached file',
    format: 'keepass-xml',
    bytes: Buffer.from(text),
    entries: 3,
    binned: 1,
    values,
    concealed,
    expected: [
      {
        name: 'Alarme du clocher',
        path: ['Patrimoine', 'Églises'],
        login: 'sacristain',
        password: ' Bronze<&>"1685"; ',
        address: 'https://clocher.exemple.fr/?zone=1&porte=2',
        notes: ['Sonner à 19 h\nsauf le "vendredi"'],
        renewal: '2027-05-31',
        files: { 'plan-clocher.txt': 'Échelle à gauche' },
      },
      { name: 'Musée lapidaire', path: ['Patrimoine'], password: 'Pierre&Grès' },
    ],
  }
}

/** Enpass, its CSV from a French application: pairs of labels and values, sections, a note at the end. */
function enpassInFrench(): DocumentedSample {
  const { values, concealed, said: v, secret: s } = listedValues()
  const rows = [
    '"Title","Field","Value","Field","Value",.........,"Note"',
    quotedRow([
      v('Crèche des Lilas'),
      "Nom d'utilisateur",
      v('creche.dir'),
      'E-mail',
      v('creche@exemple.fr'),
      'Mot de passe',
      s(' Doudou;"Lapin"\\ '),
      'Site Web',
      v('https://creche.exemple.fr'),
      'TOTP',
      s('MNZGKY3IMUQGI2LS'),
      'DÉTAILS SUPPLÉMENTAIRES',
      '',
      'Numéro de téléphone',
      v('02 98 11 22 33'),
      'Question de sécurité',
      v('Prénom du doudou'),
      'Réponse de sécurité',
      s('Pistache'),
      v('Ouvre à "7 h 30"\nferme à 19 h'),
    ]),
    quotedRow([
      v('Carte des goûters'),
      'Nom du titulaire',
      v('CRECHE LILAS'),
      'Type',
      v('Mastercard'),
      'Numéro',
      s('5130555566667777'),
      'CVC',
      s('647'),
      'Code PIN',
      s('3391'),
      "Date d'expiration",
      '06/2030',
    ]),
    quotedRow([v('Consigne canicule'), v('Volets fermés\ndès 11 h')]),
  ]
  return {
    name: 'Enpass, a CSV in French',
    format: 'enpass-csv',
    bytes: Buffer.from(`${rows.join('\n')}\n`),
    entries: 3,
    values,
    concealed,
    expected: [
      {
        name: 'Crèche des Lilas',
        login: 'creche.dir',
        password: ' Doudou;"Lapin"\\ ',
        address: 'https://creche.exemple.fr',
        otp: 'MNZGKY3IMUQGI2LS',
        notes: ['Ouvre à "7 h 30"\nferme à 19 h'],
        hidden: ['Pistache'],
        anywhere: ['creche@exemple.fr', '02 98 11 22 33', 'Prénom du doudou'],
      },
      {
        name: 'Carte des goûters',
        hidden: ['5130555566667777', '647', '3391'],
        anywhere: ['CRECHE LILAS', 'Mastercard'],
        category: 'bankCard',
      },
      { name: 'Consigne canicule', notes: ['Volets fermés\ndès 11 h'] },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [onePif(), keepass1(), enpassInFrench()]
