import { all, write, read, clinicPlaces, network, servers, type ChestPlan } from './chest-plans.ts'

/** The chests of the clinic. */
export const clinicChests: readonly ChestPlan[] = [
  {
    name: 'Dossier patient',
    description: 'Logiciels de soins et échanges de santé',
    bank: 1,
    owner: 4,
    grants: [{ team: 'Direction des soins', rights: read }],
    folders: [
      {
        name: 'Logiciels de soins',
        category: 5,
        things: [
          'Dossier patient',
          'Prescription',
          'Pharmacie',
          'Imagerie PACS',
          'Laboratoire',
          'Bloc opératoire',
          'Restauration',
          'Stérilisation',
        ],
        places: ['administration', 'interface', 'secours'],
        login: 'admin.fonctionnel',
        address: 'https://{}.tilleuls.example',
        codes: 15,
      },
      {
        name: 'Biomédical',
        category: 5,
        things: ['Moniteur de surveillance', 'Échographe', 'Pousse-seringue', 'Automate de biologie'],
        places: clinicPlaces,
        login: 'biomedical',
        address: 'http://{}.bio.tilleuls.example',
      },
      {
        name: 'Échanges',
        category: 6,
        things: [
          'Mon espace santé',
          'MSSanté',
          'Pro Santé Connect',
          'Facturation SESAM-Vitale',
          'ViaTrajectoire',
        ],
        login: 'dim@tilleuls.example',
        address: 'https://{}.example',
        codes: 70,
      },
    ],
  },
  {
    name: 'Réseau de la clinique',
    description: 'Équipements et Wi-Fi, sites et urgences',
    bank: 1,
    owner: 9,
    grants: [
      { team: 'Réseau et sécurité', rights: all },
      { team: 'Astreinte', rights: read },
    ],
    folders: network(clinicPlaces, 'reseau.tilleuls.example'),
  },
  {
    name: 'Serveurs de la clinique',
    description: 'Virtualisation, bases et sauvegardes',
    bank: 1,
    owner: 6,
    grants: [
      { team: 'Infogérance', rights: write },
      { team: 'Astreinte', rights: read },
    ],
    folders: servers(['Hyperviseur', 'Annuaire', 'Messagerie', 'Passerelle HL7'], 'si.tilleuls.example'),
  },
  {
    name: 'Comptes de secours',
    description: "À n'ouvrir qu'en cas de crise, enveloppe scellée au bureau de la direction",
    bank: 1,
    owner: 0,
    grants: [{ team: 'Astreinte', rights: read }],
    masterKey: 'falaise opale moulin cerisier 84',
    folders: [
      {
        name: 'Bris de glace',
        category: 1,
        things: [
          'Administrateur du domaine',
          'Hyperviseur',
          'Pare-feu',
          'Sauvegarde hors ligne',
          'Opérateur télécom',
          'Messagerie',
          'Console de sécurité',
        ],
        places: ['ville', 'clinique'],
        login: 'bris-de-glace',
      },
    ],
  },
]
