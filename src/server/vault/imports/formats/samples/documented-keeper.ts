import { otpOf, type DocumentedSample } from './parts/documented.ts'
import { zipOf } from './zip-writer.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

/** Keeper Commander's exporter: types, labels, references and attached files of an archive. */
const keeper = zipOf({
  'export.json': JSON.stringify({
    shared_folders: [
      {
        path: 'Informatique',
        uid: 'sf-uid',
        manage_users: true,
        manage_records: true,
        can_edit: true,
        can_share: false,
        permissions: [{ name: 'equipe@exemple.fr', manage_users: true, manage_records: true, uid: 'p-uid' }],
      },
    ],
    records: [
      {
        title: 'GLPI',
        uid: 'uid-glpi',
        login: 'sophie.roy',
        password: 'Parc!Informatique8',
        login_url: 'https://glpi.exemple.fr',
        notes: 'Compte technicien\nPas de MFA mail',
        $type: 'login',
        last_modified: 1_750_000_000,
        custom_fields: {
          $oneTimeCode: otpOf('GLPI', 'GEZDGNBVGY3TQOJQ'),
          'Numéro de poste': '4512',
          '$secret:Jeton API': 'glpi-jeton-551',
          $securityQuestion: [{ question: 'Premier animal ?', answer: 'Filou' }],
          '$date:Fin du contrat': 1_798_675_200_000,
          '$multiline:Procédure': 'Étape 1\nÉtape 2',
        },
        schema: ['$login', '$password', '$url', '$fileRef', '$oneTimeCode'],
        folders: [{ shared_folder: 'Informatique', folder: 'Outils\\Parc', can_edit: true }],
        attachments: [{ file_uid: 'file-1', name: 'schéma.txt', mime: 'text/plain' }],
      },
      {
        title: 'Carte du service',
        uid: 'uid-carte',
        $type: 'bankCard',
        custom_fields: {
          $paymentCard: {
            cardNumber: '4929000000006',
            cardExpirationDate: '06/2029',
            cardSecurityCode: '207',
          },
          '$text:cardholderName': 'Sophie Roy',
          $pinCode: '9031',
        },
        folders: [{ folder: 'Achats' }],
      },
      {
        title: 'Hyperviseur',
        uid: 'uid-hyperviseur',
        login: 'root',
        password: 'Vm-Racine-77',
        $type: 'serverCredentials',
        custom_fields: {
          $host: { hostName: '10.4.0.12', port: '8006' },
          $keyPair: {
            publicKey: 'ssh-rsa AAAAHyper',
            privateKey: '-----BEGIN RSA PRIVATE KEY-----\naHlwZXI=\n-----END RSA PRIVATE KEY-----',
          },
        },
      },
      {
        title: 'Contact hébergeur',
        uid: 'uid-contact',
        $type: 'contact',
        custom_fields: {
          $name: { first: 'Alain', middle: '', last: 'Moulin' },
          $company: 'Hébergix',
          $email: 'alain@hebergix.exemple',
          $phone: [{ region: 'FR', number: '0170000000', ext: '12', type: 'Work' }],
        },
        references: { $addressRef: ['uid-adresse'] },
      },
      {
        title: 'Adresse hébergeur',
        uid: 'uid-adresse',
        $type: 'address',
        custom_fields: {
          $address: {
            street1: '5 quai Nord',
            street2: '',
            city: 'Rouen',
            state: '',
            zip: '76000',
            country: 'FR',
          },
        },
      },
    ],
  }),
  'files/file-1': 'poste -> commutateur',
})

export const samples: readonly DocumentedSample[] = [
  {
    name: "Keeper's archive, as Commander writes it",
    format: 'keeper-json',
    bytes: keeper,
    entries: 5,
    expected: [
      {
        name: 'GLPI',
        path: ['Informatique', 'Outils', 'Parc'],
        login: 'sophie.roy',
        password: 'Parc!Informatique8',
        address: 'https://glpi.exemple.fr',
        notes: ['Compte technicien\nPas de MFA mail'],
        otp: 'GEZDGNBVGY3TQOJQ',
        visible: ['4512', 'Étape 1\nÉtape 2', '2026-12-31'],
        hidden: ['glpi-jeton-551', 'Filou'],
        anywhere: ['Premier animal ?'],
        files: { 'schéma.txt': 'poste -> commutateur' },
      },
      {
        name: 'Carte du service',
        path: ['Achats'],
        login: 'Sophie Roy',
        hidden: ['4929000000006', '207', '9031'],
        anywhere: ['2029'],
        category: 'bankCard',
      },
      {
        name: 'Hyperviseur',
        login: 'root',
        password: 'Vm-Racine-77',
        anywhere: ['10.4.0.12', '8006', 'ssh-rsa AAAAHyper'],
        hidden: ['-----BEGIN RSA PRIVATE KEY-----\naHlwZXI=\n-----END RSA PRIVATE KEY-----'],
        category: 'server',
      },
      {
        name: 'Contact hébergeur',
        anywhere: ['Alain', 'Moulin', 'Hébergix', 'alain@hebergix.exemple', '0170000000'],
      },
      { name: 'Adresse hébergeur', anywhere: ['5 quai Nord', 'Rouen', '76000'] },
    ],
  },
]
