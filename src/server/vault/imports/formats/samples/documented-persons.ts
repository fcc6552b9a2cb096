import { listedValues, table, type DocumentedSample } from './parts/documented.ts'

/**
 * Files of personal managers and browsers, written by hand from the programs' documentation and exporters, without a look
 * at the reader. Each value stands once in its file; every person and secret is made up.
 */

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** SafeInCloud, export to XML: labels, templates, samples, deleted cards, files. */
function safeInCloud(): DocumentedSample {
  const { values, said: v } = listedValues()
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<database>
    <label name="${v('Voirie')}" id="1"></label>
    <label name="${v('Permanences')}" id="2"></label>
    <label name="Comptes web" id="4" type="web_accounts"></label>
    <card title="Modèle web" id="102" symbol="web_site" color="gray" template="true" autofill="on">
        <field name="Login" type="login" autofill="username"></field>
        <field name="Password" type="password" autofill="current-password"></field>
    </card>
    <card title="${v('Régulation des feux')}" id="2001" symbol="web_site" color="blue" star="true" time_stamp="1700000000000" website_icon="true" autofill="on" type="web_account">
        <field name="Identifiant" type="login" autofill="username">${v('feux-regul')}</field>
        <field name="Mot de passe" type="password" score="3" hash="1f2e3d" autofill="current-password">${escaped(v('Rouge&lt;Vert'))}</field>
        <field name="Site" type="website" autofill="url">${v('https://feux.exemple.fr')}</field>
        <field name="Code unique" type="one_time_password">${v('ORSXG5DJNZTSA43F')}</field>
        <field name="${v('Second mot de passe')}" type="password" score="2" hash="4c5b6a">${v('Orange-Clignote')}</field>
        <field name="${v('Code de l’armoire')}" type="pin">${v('2580')}</field>
        <field name="${v('Réponse secrète')}" type="secret">${v('Mon premier vélo')}</field>
        <field name="Courriel" type="email">${v('feux@exemple.fr')}</field>
        <field name="Téléphone" type="phone">${v('0322445566')}</field>
        <field name="${v('Mise en service')}" type="date">${v('2021-02-03')}</field>
        <field name="${v('Carrefour')}" type="text">${v('Place Haute')}</field>
        <label_id>1</label_id>
        <label_id>2</label_id>
        <notes>${v('Clé au poste de garde')}
${v('puis prévenir')}</notes>
        <file name="plan.pdf">${Buffer.from('%PDF-1.4 plan').toString('base64')}</file>
    </card>
    <card title="${v('Consigne de nuit')}" id="2002" symbol="note" color="yellow" type="note" time_stamp="1700000000001">
        <notes>${v('Fermer la barrière')}</notes>
    </card>
    <card title="${v('Carte carburant')}" id="2003" symbol="credit_card" color="red" time_stamp="1700000000002" type="credit_card">
        <field name="Numéro" type="number" autofill="cc-number">${v('5100998877665544')}</field>
        <field name="Titulaire" type="text" autofill="cc-name">${v('PARC AUTO')}</field>
        <field name="Expiration" type="expiry" autofill="cc-exp">11/29</field>
        <field name="Cryptogramme" type="pin" autofill="cc-csc">${v('906')}</field>
    </card>
    <card title="Supprimée" id="2004" symbol="web_site" color="gray" deleted="true" time_stamp="1700000000003">
        <field name="Identifiant" type="login">ancien</field>
    </card>
    <ghost id="1999" time_stamp="1690000000000"></ghost>
</database>
`
  return {
    name: 'SafeInCloud, an export to XML',
    format: 'safeincloud-xml',
    bytes: Buffer.from(xml),
    entries: 4,
    binned: 1,
    values,
    expected: [
      {
        name: 'Régulation des feux',
        login: 'feux-regul',
        password: 'Rouge&lt;Vert',
        address: 'https://feux.exemple.fr',
        otp: 'ORSXG5DJNZTSA43F',
        hidden: ['Orange-Clignote', '2580', 'Mon premier vélo'],
        visible: ['feux@exemple.fr', '0322445566', '2021-02-03', 'Place Haute'],
        notes: ['Clé au poste de garde\npuis prévenir'],
        files: { 'plan.pdf': '%PDF-1.4 plan' },
        isFavourite: true,
      },
      { name: 'Consigne de nuit', anywhere: ['Fermer la barrière'] },
      {
        name: 'Carte carburant',
        hidden: ['5100998877665544', '906'],
        anywhere: ['PARC AUTO', '2029-11-30'],
        category: 'bankCard',
      },
    ],
  }
}

/** Safari and Apple's Passwords, export to CSV: two accounts of one site have one title each with the account's name. */
function safari(): DocumentedSample {
  const { values, said: v } = listedValues()
  const otp = `otpauth://totp/agenda.exemple.fr:lea?secret=${v('IFBEGRCFIZDUQSKK')}&issuer=agenda.exemple.fr&algorithm=SHA1&digits=6&period=30`
  const text = table([
    ['Title', 'URL', 'Username', 'Password', 'Notes', 'OTPAuth'],
    [
      v('agenda.exemple.fr (léa)'),
      v('https://agenda.exemple.fr/'),
      v('lea.dubois'),
      v('Rentrée, "2026"'),
      `${v('Compte de la classe')}\n${v('ne pas fermer')}`,
      otp,
    ],
    [v('Bibliothèque'), v('https://biblio.exemple.fr/compte'), '', v('livre-9'), '', ''],
    [v('Wi-Fi du gîte'), '', v('hotes'), v('Bruyère!'), '', ''],
  ])
  return {
    name: 'Safari, an export to CSV',
    format: 'safari',
    bytes: Buffer.from(text),
    entries: 3,
    values,
    expected: [
      {
        name: 'agenda.exemple.fr (léa)',
        login: 'lea.dubois',
        password: 'Rentrée, "2026"',
        address: 'https://agenda.exemple.fr/',
        notes: ['Compte de la classe\nne pas fermer'],
        otp: 'IFBEGRCFIZDUQSKK',
      },
      { name: 'Bibliothèque', password: 'livre-9', address: 'https://biblio.exemple.fr/compte' },
      { name: 'Wi-Fi du gîte', login: 'hotes', password: 'Bruyère!' },
    ],
  }
}

/** Firefox, about:logins, export: every cell quoted, CRLF; a login of HTTP has a realm and no form. */
function firefox(): DocumentedSample {
  const { values, said: v } = listedValues()
  const row = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const times = ['1700000000000', '1710000000000', '1705000000000']
  const text = [
    row([
      'url',
      'username',
      'password',
      'httpRealm',
      'formActionOrigin',
      'guid',
      'timeCreated',
      'timeLastUsed',
      'timePasswordChanged',
    ]),
    row([
      v('https://gestion.exemple.fr'),
      v('compta'),
      v('Chi,ffre"s'),
      '',
      v('https://connexion.exemple.net'),
      '{a1b2c3d4-0000-4000-8000-000000000001}',
      ...times,
    ]),
    row([
      v('http://192.168.7.1'),
      v('admin-box'),
      v('box;12'),
      v('Zone technique'),
      '',
      '{a1b2c3d4-0000-4000-8000-000000000002}',
      ...times,
    ]),
  ].join('\r\n')
  return {
    name: 'Firefox, an export to CSV with a login of HTTP',
    format: 'firefox',
    bytes: Buffer.from(text),
    entries: 2,
    values,
    // The column is named among the remarks on the file.
    left: { '': ['https://connexion.exemple.net'] },
    expected: [
      {
        name: 'gestion.exemple.fr',
        login: 'compta',
        password: 'Chi,ffre"s',
        address: 'https://gestion.exemple.fr',
      },
      {
        name: '192.168.7.1',
        login: 'admin-box',
        password: 'box;12',
        address: 'http://192.168.7.1',
        anywhere: ['Zone technique'],
      },
    ],
  }
}

/** Password Safe 3, export to XML: line ends of notes are the file's delimiter, an alias has its base's password. */
function passwordSafe(): DocumentedSample {
  const { values, said: v } = listedValues()
  const cdata = (name: string, value: string) =>
    `\t\t<${name}><![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>\n`
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="pwsafe.xsl"?>

<passwordsafe
delimiter="»"
Database="C:\\Users\\ville\\pwsafe.psafe3"
ExportTimeStamp="2026-05-06T07:08:09"
FromDatabaseFormat="3.30"
WhoSaved="ville on PC-1"
WhatSaved="Password Safe V3.63"
WhenLastSaved="2026-05-06T07:00:00"
Database_uuid="11111111-2222-3333-4444-555555555555"
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
xsi:noNamespaceSchemaLocation="pwsafe.xsd">

\t<entry id="1">
${cdata('group', `${v('Réseau')}.${v('Routeurs')}`)}${cdata('title', v('Routeur v2.1'))}${cdata('username', v('cisco-adm'))}${cdata('password', v('a]]>b & <c>'))}${cdata('url', v('https://routeur.exemple.fr'))}${cdata('autotype', v('\\u\\t\\p\\n'))}${cdata('notes', `${v('Câble bleu')}»${v('port 7')}`)}\t\t<uuid><![CDATA[00112233445566778899aabbccddeeff]]></uuid>
\t\t<ctimex>2020-01-02T03:04:05</ctimex>
\t\t<xtimex>2027-01-02T03:04:05</xtimex>
\t\t<xtime_interval>180</xtime_interval>
\t\t<pmtimex>2026-01-02T03:04:05</pmtimex>
\t\t<PasswordPolicy>
\t\t\t<PWLength>16</PWLength>
\t\t\t<PWUseDigits>1</PWUseDigits>
\t\t</PasswordPolicy>
\t\t<pwhistory>
\t\t\t<status>1</status>
\t\t\t<max>3</max>
\t\t\t<num>2</num>
\t\t\t<history_entries>
\t\t\t\t<history_entry num="1">
\t\t\t\t\t<changedx>2021-01-01T00:00:00</changedx>
\t\t\t${cdata('oldpassword', v('vieux-1'))}\t\t\t\t</history_entry>
\t\t\t\t<history_entry num="2">
\t\t\t\t\t<changedx>2024-01-01T00:00:00</changedx>
\t\t\t${cdata('oldpassword', v('vieux-deux'))}\t\t\t\t</history_entry>
\t\t\t</history_entries>
\t\t</pwhistory>
${cdata('runcommand', v('putty.exe -load routeur'))}\t\t<dca>1</dca>
${cdata('email', v('reseau@exemple.fr'))}\t\t<protected>1</protected>
\t</entry>

\t<entry id="2">
${cdata('group', v('Sites'))}${cdata('title', v('Extranet'))}${cdata('username', v('partenaire'))}${cdata('password', '[[Réseau.Routeurs:Routeur v2.1:cisco-adm]]')}\t\t<uuid><![CDATA[00112233445566778899aabbccddee00]]></uuid>
\t</entry>

\t<entry id="3">
${cdata('title', v('À la racine'))}${cdata('password', v('seul!'))}\t\t<uuid><![CDATA[00112233445566778899aabbccddee01]]></uuid>
\t</entry>

</passwordsafe>
`
  return {
    name: 'Password Safe, an export to XML with an alias',
    format: 'password-safe',
    bytes: Buffer.from(xml),
    entries: 3,
    values,
    left: { 'Routeur v2.1': ['\\u\\t\\p\\n'] },
    expected: [
      {
        name: 'Routeur v2.1',
        told: ['FIELDS_LEFT'],
        path: ['Réseau', 'Routeurs'],
        login: 'cisco-adm',
        password: 'a]]>b & <c>',
        address: 'https://routeur.exemple.fr',
        notes: ['Câble bleu\nport 7'],
        former: ['vieux-deux', 'vieux-1'],
        renewal: '2027-01-02',
        anywhere: ['reseau@exemple.fr'],
      },
      { name: 'Extranet', path: ['Sites'], login: 'partenaire', password: 'a]]>b & <c>' },
      { name: 'À la racine', path: [], password: 'seul!' },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [safeInCloud(), safari(), firefox(), passwordSafe()]
