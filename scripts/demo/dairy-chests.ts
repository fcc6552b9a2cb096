import { all, write, read, factoryPlaces, network, type ChestPlan } from './chest-plans.ts'

/** The chests of the dairy. */
export const dairyChests: readonly ChestPlan[] = [
  {
    name: 'Usine',
    description: 'Supervision, automates et traçabilité',
    bank: 2,
    owner: 5,
    grants: [{ team: 'Production', rights: write }],
    folders: [
      {
        name: 'Automates',
        category: 4,
        things: [
          'Automate pasteurisation',
          'Automate conditionnement',
          'Variateur',
          'Caméra',
          'Balance',
          'Écrémeuse',
          'Chambre froide',
        ],
        places: ['Vire', 'Condé', 'atelier'],
        login: 'operateur',
        address: 'http://{}.usine.bocage.example',
      },
      {
        name: 'Traçabilité',
        category: 5,
        things: [
          'Supervision',
          'Lots et étiquettes',
          'Qualité',
          'Maintenance',
          'Collecte du lait',
          'Expéditions',
        ],
        places: factoryPlaces,
        login: 'production',
        address: 'https://{}.bocage.example',
      },
    ],
  },
  {
    name: 'Réseau de la laiterie',
    description: 'Liaisons entre Vire et Condé',
    bank: 2,
    owner: 9,
    grants: [
      { team: 'Réseau et sécurité', rights: all },
      { team: 'Production', rights: read },
    ],
    folders: network(factoryPlaces, 'reseau.bocage.example'),
  },
  {
    name: 'Licences et fournisseurs',
    description: 'Portails, contrats et clés de licence',
    bank: 2,
    owner: 6,
    grants: [
      { team: 'Infogérance', rights: write },
      { team: 'Réseau et sécurité', rights: read },
    ],
    folders: [
      {
        name: 'Licences',
        category: 9,
        things: [
          'Suite bureautique',
          'Antivirus',
          'CAO',
          'Sauvegarde',
          'Supervision',
          'Virtualisation',
          'Comptabilité',
          'Signature',
        ],
        places: ['postes', 'serveurs'],
        login: 'licences@bocage.example',
      },
      {
        name: 'Fournisseurs',
        category: 6,
        things: [
          'Énergie',
          'Téléphonie',
          'Transport',
          'Emballages',
          'Location de véhicules',
          'Vérifications',
          'Déchets',
          'Vêtements de travail',
        ],
        places: factoryPlaces,
        login: 'achats@bocage.example',
        address: 'https://{}.example/espace-client',
        codes: 10,
      },
    ],
  },
]
