import { createCipheriv, pbkdf2Sync } from 'node:crypto'
import { textSample, withPassword, type Sample } from './sample.ts'

const field = (type: string, label: string, value: string, more: object = {}): object => ({
  type,
  label,
  value,
  sensitive: 0,
  order: 1,
  uid: 1,
  updated_at: 1,
  ...more,
})
const enpass = JSON.stringify({
  folders: [
    { uuid: 'F1', title: 'Équipe', parent_uuid: '', icon: '1' },
    { uuid: 'F2', title: 'Réseau', parent_uuid: 'F1', icon: '1' },
  ],
  items: [
    {
      uuid: 'U1',
      title: 'Messagerie',
      subtitle: 'marie',
      category: 'login',
      template_type: 'login.default',
      favorite: 1,
      archived: 0,
      trashed: 0,
      note: 'Une\nnote',
      folders: ['F2', 'F1'],
      fields: [
        field('username', 'Identifiant', 'marie'),
        field('email', 'Courriel', 'marie@exemple.fr'),
        field('password', 'Mot de passe', ' été ', {
          sensitive: 1,
          history: [{ value: 'ancien', updated_at: 1_458_322_355 }],
        }),
        field('url', 'Site', 'https://a.exemple.fr'),
        field('section', 'PLUS', ''),
        field('totp', 'OTP', 'JBSWY3DPEHPK3PXP'),
        field('text', 'Question', 'Animal ?'),
        field('text', 'Réponse', 'Rex', { sensitive: 1 }),
        field('password', 'Ancien champ', 'x', { deleted: 1 }),
        field('.Android#', 'app', 'fr.exemple.app'),
        field('phone', 'Téléphone', '+33 4'),
      ],
      attachments: [
        { uuid: 'a', name: 'plan été.txt', kind: 'text/plain', size: 4, data: 'cGxhbg==' },
        { uuid: 'b', name: 'abîmé.txt', kind: 'text/plain', data: '?' },
      ],
    },
    {
      uuid: 'U2',
      title: 'Carte',
      category: 'creditcard',
      template_type: 'creditcard.default',
      trashed: 1,
      fields: [
        field('ccName', 'Titulaire', 'Zoé'),
        field('ccNumber', 'Numéro', '4111'),
        field('ccCvc', 'CVC', '123'),
        field('ccExpiry', 'Expire', '02/28'),
      ],
    },
    { uuid: 'U2', title: 'Note', category: 'note', template_type: 'note.default', archived: 1, note: 'x' },
    'damaged',
  ],
})

const passman = JSON.stringify([
  {
    credential_id: 60,
    guid: 'G1',
    label: 'Messagerie',
    description: 'Une\nnote',
    tags: [{ text: 'Équipe\\Réseau' }, { text: 'Autre' }],
    email: 'marie@exemple.fr',
    username: 'marie',
    password: ' été ',
    url: 'https://a.exemple.fr',
    expire_time: 1_772_582_400,
    delete_time: 0,
    files: [
      { filename: 'plan.txt', size: 4, mimetype: 'text/plain', file_data: 'data:text/plain;base64,cGxhbg==' },
      { filename: 'perdu.txt', guid: 'x' },
    ],
    custom_fields: [
      { label: 'service', value: 'Compta', secret: false, field_type: 'text' },
      { label: 'réponse', value: 'Rex', secret: true, field_type: 'text' },
      { label: 'second', value: 's', secret: false, field_type: 'password' },
    ],
    otp: { secret: 'JBSWY3DPEHPK3PXP', issuer: 'A', label: 'B', type: 'totp', digits: 8 },
    hidden: 0,
  },
  {
    guid: 'G2',
    label: 'Ancien',
    username: 'a',
    password: 'b',
    tags: [],
    custom_fields: [],
    otp: {},
    delete_time: 5,
  },
  { guid: 'G3', label: 'Test key for vault x', hidden: 1, custom_fields: [] },
  'damaged',
])
const passmanV1 = JSON.stringify([
  {
    label: 'Ancien',
    account: 'marie',
    password: 'p',
    tags: ['Un'],
    customFields: [{ label: 'c', value: 'v', clicktoshow: '1' }],
    otpsecret: { secret: 'JBSWY3DPEHPK3PXP' },
  },
])

const padloc = JSON.stringify({
  items: [
    {
      id: 'P1',
      name: 'Messagerie',
      tags: ['Équipe\\Réseau', 'Autre'],
      attachments: [],
      updated: '2026-01-01T00:00:00.000Z',
      fields: [
        { name: 'Utilisateur', type: 'username', value: 'marie' },
        { name: 'Mot de passe', type: 'password', value: ' été ' },
        { name: 'Second', type: 'password', value: 'autre' },
        { name: 'Site', type: 'url', value: 'https://a.exemple.fr' },
        { name: 'OTP', type: 'totp', value: 'JBSWY3DPEHPK3PXP' },
        { name: 'Notes', type: 'note', value: 'Une\nnote' },
        { name: 'Carte', type: 'credit', value: '4111' },
        { name: 'Fin', type: 'month', value: '2028-02' },
        { name: 'Le', type: 'date', value: '2026-03-04' },
        { name: 'Service', type: 'text', value: 'Compta' },
        { name: 'Futur', type: 'hologram', value: 'x' },
      ],
      history: [
        {
          created: '2025-01-01T00:00:00.000Z',
          fields: [{ name: 'Mot de passe', type: 'password', value: 'ancien' }],
        },
      ],
    },
    {
      id: 'P1',
      name: 'Sans types',
      tags: [],
      fields: [
        { name: 'username', value: 'a', masked: false },
        { name: 'code', value: 'b', masked: true },
      ],
    },
    'damaged',
  ],
})
const [key, iv, aad] = [
  pbkdf2Sync('clé', 'sel', 1000, 32, 'sha256'),
  Buffer.alloc(16, 7),
  Buffer.alloc(16, 9),
]
function sealPadloc(bytes: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 8 })
  cipher.setAAD(aad)
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}
const containerOf = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(JSON.stringify({ ...container, encryptedData: sealPadloc(bytes) }))
const container = {
  kind: 'pbes2container',
  version: '4.0.0',
  scheme: 'PBES2',
  keyParams: {
    algorithm: 'PBKDF2',
    hash: 'SHA-256',
    keySize: 256,
    iterations: 1000,
    salt: Buffer.from('sel').toString('base64url'),
  },
  encryptionParams: {
    algorithm: 'AES-GCM',
    tagSize: 64,
    keySize: 256,
    iv: iv.toString('base64url'),
    additionalData: aad.toString('base64url'),
  },
}

const psono = JSON.stringify({
  folders: [
    {
      name: 'Équipe',
      folders: [
        {
          name: 'Réseau',
          items: [
            {
              type: 'ssh_connection',
              name: 'srv',
              ssh_connection_title: 'srv',
              ssh_connection_host: 'srv.exemple.fr',
              ssh_connection_port: 22,
              ssh_connection_username: 'root',
              ssh_connection_password: 'r',
            },
          ],
        },
      ],
      items: [
        {
          type: 'website_password',
          name: 'Messagerie',
          website_password_title: 'Messagerie',
          website_password_url: 'https://a.exemple.fr',
          website_password_username: 'marie',
          website_password_password: ' été ',
          website_password_notes: 'Une\nnote',
          website_password_url_filter: 'a.exemple.fr',
          website_password_auto_submit: false,
          website_password_totp_code: 'JBSWY3DPEHPK3PXP',
          website_password_totp_digits: 8,
          website_password_totp_period: 30,
          website_password_totp_algorithm: 'SHA1',
          custom_fields: [
            { name: 'service', type: 'text', value: 'Compta' },
            { name: 'réponse', type: 'password', value: 'Rex' },
          ],
          tags: ['un', 'deux'],
          callback_pass: 'cb',
        },
      ],
    },
  ],
  items: [
    {
      type: 'credit_card',
      name: 'Carte',
      credit_card_title: 'Carte',
      credit_card_number: '4111',
      credit_card_name: 'Zoé',
      credit_card_cvc: '123',
      credit_card_pin: '0000',
      credit_card_valid_through: '0228',
    },
    { type: 'totp', name: 'Code', totp_title: 'Code', totp_code: 'JBSWY3DPEHPK3PXP', totp_digits: 6 },
    {
      type: 'environment_variables',
      name: 'Env',
      environment_variables_title: 'Env',
      environment_variables_variables: [{ key: 'TOKEN', value: 't' }],
    },
    {
      type: 'elster_certificate',
      name: 'Elster',
      elster_certificate_title: 'Elster',
      elster_certificate_password: 'p',
      elster_certificate_file_content: '706c616e',
    },
    { type: 'passkey', name: 'Clé', passkey_title: 'Clé', passkey_private_key: 'secret' },
    {
      type: 'ssh_own_key',
      name: 'SSH',
      ssh_own_key_title: 'SSH',
      ssh_own_key_private: '-----BEGIN',
      ssh_own_key_public: 'ssh-ed25519 A',
      ssh_own_key_future: 'x',
    },
    'damaged',
  ],
})

export const padlocPassword = 'clé'
export const samples: readonly Sample[] = [
  textSample('enpass-json', 'Enpass', 4, enpass),
  textSample('passman-json', 'Passman', 3, passman),
  textSample('passman-json', 'Passman 1', 1, passmanV1),
  textSample('padloc-json', 'Padloc, opened', 3, padloc),
  {
    format: 'padloc-json',
    name: 'Padloc',
    entries: 3,
    bytes: containerOf(Buffer.from(padloc)),
    reading: withPassword(padlocPassword),
    inner: { bytes: Buffer.from(padloc), seal: containerOf },
  },
  textSample('psono-json', 'Psono', 9, psono),
]
