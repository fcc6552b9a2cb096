import { textSample, type Sample } from './sample.ts'
import { zipOf } from './zip-writer.ts'

const records = [
  {
    title: 'Messagerie',
    uid: 'C5oaP6QaaKEyy0dvqz-Zag',
    login: 'marie',
    password: ' été ',
    login_url: 'https://a.exemple.fr',
    notes: 'Une\nnote',
    $type: 'login',
    last_modified: 1_762_428_779,
    custom_fields: {
      $oneTimeCode: ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', 'otpauth://totp/y?secret=KRSXG5CTMVRXEZLU'],
      '$url::1': 'https://b.exemple.fr',
      '$text:service:1': 'Compta',
      '$secret:réponse': 'Médor',
      '$pinCode::1': '1234',
      '$date:ouverture': 1_451_649_660_000,
      $host: { hostName: 'srv.exemple.fr', port: '22' },
      $keyPair: { publicKey: 'ssh-ed25519 A', privateKey: '-----BEGIN\nA' },
      $securityQuestion: [{ question: 'Animal ?', answer: 'Rex' }],
      $name: { first: 'Zoé', middle: '', last: 'Lévêque' },
      $phone: { region: 'FR', number: '+33 4' },
      $address: { street1: '1, rue', city: 'Grenoble', zip: '38000' },
      $note: 'note protégée',
      $inconnu: { a: 1 },
      libre: 'un texte',
      $appFiller: { x: 1 },
    },
    references: { '$cardRef::1': ['carte'], '$addressRef::1': ['nulle part'] },
    folders: [
      { folder: 'Privé\\Avec\\\\barre ' },
      { shared_folder: 'Équipe', folder: 'Réseau', can_edit: true },
    ],
    attachments: [
      { file_uid: 'file1', name: 'plan été.txt', mime: 'text/plain' },
      { file_uid: 'file2', name: 'perdu.txt' },
    ],
  },
  {
    title: 'Carte',
    uid: 'carte',
    $type: 'bankCard',
    custom_fields: {
      '$paymentCard::1': { cardNumber: '4111', cardExpirationDate: '02/2028', cardSecurityCode: '123' },
      '$text:cardholderName:1': 'Zoé',
    },
  },
  {
    title: 'Wi-Fi',
    uid: 3,
    $type: 'wifiCredentials',
    password: 'w',
    custom_fields: { '$text:SSID': 'Étage' },
  },
  { title: 'Papiers', $type: 'passport', custom_fields: { '$accountNumber:numéro': '15AB' }, folders: [] },
  'damaged',
]
const json = JSON.stringify({
  shared_folders: [{ path: 'Équipe\\Réseau', uid: 'sf1', permissions: [] }],
  records,
})

export const samples: readonly Sample[] = [
  textSample('keeper-json', 'JSON', 5, json),
  textSample('keeper-json', 'records alone', 5, JSON.stringify(records)),
  {
    format: 'keeper-json',
    name: 'ZIP',
    entries: 5,
    bytes: zipOf({ 'export.json': json, 'files/file1': 'plan' }),
  },
]
