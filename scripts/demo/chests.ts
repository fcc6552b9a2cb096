import type { TeamGrant } from './organisation.ts'

/** What a folder holds: each kind of thing at each place, as many entries as the two together give. */
export type FolderPlan = {
  readonly name: string
  readonly category: number
  readonly things: readonly string[]
  /** Without places, each thing stands once. */
  readonly places?: readonly string[]
  readonly login: string
  /** `{}` takes the place or the thing. Empty: no address. */
  readonly address?: string
  /** Percentage of entries with a one-time code. */
  readonly codes?: number
}

export type ChestPlan = {
  readonly name: string
  readonly description: string
  /** By their place in the tables of organisation.ts. */
  readonly bank: number
  readonly owner: number
  readonly grants: readonly TeamGrant[]
  /** Opens with this master key besides. */
  readonly masterKey?: string
  readonly folders: readonly FolderPlan[]
}

const all = ['read', 'create', 'update', 'delete', 'export'] as const
const write = ['read', 'create', 'update'] as const
const read = ['read'] as const

const townPlaces = ['Hôtel de ville', 'Médiathèque', 'École Jules-Ferry', 'Centre technique', 'Piscine']
const clinicPlaces = ['Bâtiment A', 'Bâtiment B', 'Urgences', 'Bloc opératoire']
const factoryPlaces = ['Vire', 'Condé']

const network = (places: readonly string[], domain: string): readonly FolderPlan[] => [
  {
    name: 'Commutateurs',
    category: 4,
    things: ['Commutateur cœur', 'Commutateur étage', 'Onduleur', 'Borne extérieure', 'Imprimante'],
    places,
    login: 'admin',
    address: `https://{}.${domain}`,
  },
  {
    name: 'Téléphonie',
    category: 4,
    things: ['Standard téléphonique', 'Passerelle SIP', 'Messagerie vocale'],
    places,
    login: 'telephonie',
    address: `http://{}.${domain}`,
  },
  { name: 'Wi-Fi', category: 7, things: ['Wi-Fi agents', 'Wi-Fi invités'], places, login: '' },
  {
    name: 'Sécurité',
    category: 4,
    things: ['Pare-feu principal', 'Pare-feu de secours', 'Relais de messagerie', 'VPN nomades'],
    login: 'secours',
    address: `https://{}.${domain}:8443`,
    codes: 70,
  },
]

const servers = (things: readonly string[], domain: string): readonly FolderPlan[] => [
  {
    name: 'Serveurs',
    category: 1,
    things,
    places: ['production', 'préproduction', 'recette'],
    login: 'administrateur',
    address: `ssh://{}.${domain}`,
  },
  {
    name: 'Bases de données',
    category: 2,
    things: [
      'PostgreSQL paie',
      'MariaDB site',
      'Oracle finances',
      'SQL Server badges',
      'LDAP',
      'Files RabbitMQ',
    ],
    places: ['lecture', 'écriture'],
    login: 'application',
  },
  {
    name: 'Sauvegardes',
    category: 5,
    things: ['Console de sauvegarde', 'Robot de bandes', 'Coffre hors site', 'Chiffrement des bandes'],
    login: 'sauvegarde',
    address: `https://{}.${domain}`,
    codes: 40,
  },
]

export const chests: readonly ChestPlan[] = [
  {
    name: 'Réseau de la ville',
    description: 'Équipements, Wi-Fi et accès distants de la mairie et de ses sites',
    bank: 0,
    owner: 2,
    grants: [
      { team: 'Réseau et sécurité', rights: all },
      { team: 'Infogérance', rights: read },
      { team: 'Astreinte', rights: read },
    ],
    folders: network(townPlaces, 'reseau.saint-aubin.example'),
  },
  {
    name: 'Serveurs de la ville',
    description: 'Systèmes, bases de données et sauvegardes',
    bank: 0,
    owner: 1,
    grants: [
      { team: 'Infogérance', rights: write },
      { team: 'Astreinte', rights: read },
      { team: 'Réseau et sécurité', rights: read },
    ],
    folders: servers(['Annuaire', 'Fichiers', 'Impression', 'GLPI', 'Intranet'], 'si.saint-aubin.example'),
  },
  {
    name: 'Services aux habitants',
    description: 'Sites, réseaux sociaux et téléservices',
    bank: 0,
    owner: 1,
    grants: [
      { team: 'Infogérance', rights: write },
      { team: 'Réseau et sécurité', rights: write },
    ],
    folders: [
      {
        name: 'Sites',
        category: 6,
        things: [
          'Site de la ville',
          'Portail famille',
          'Agenda culturel',
          'Médiathèque en ligne',
          'Marchés publics',
          'Urbanisme en ligne',
          'Prise de rendez-vous',
        ],
        places: ['administration', 'hébergement', 'statistiques'],
        login: 'webmestre',
        address: 'https://{}.saint-aubin.example/connexion',
        codes: 30,
      },
      {
        name: 'Écoles',
        category: 6,
        things: [
          'Espace numérique',
          'Cantine',
          'Garderie',
          'Tableau interactif',
          'Cahier de textes',
          'Bibliothèque',
        ],
        places: ['Jules-Ferry', 'Marie-Curie', 'Les Peupliers'],
        login: 'directeur.ecole',
        address: 'https://{}.ecoles.saint-aubin.example',
      },
      {
        name: 'Réseaux sociaux',
        category: 6,
        things: ['Facebook', 'Instagram', 'LinkedIn', 'YouTube', 'Mastodon'],
        login: 'communication@saint-aubin.example',
        address: 'https://{}.example/login',
        codes: 80,
      },
      {
        name: "Noms de domaine et clés d'API",
        category: 8,
        things: ['Gandi', 'OVHcloud', 'Envoi de SMS', 'Cartographie', 'Paiement en ligne'],
        login: 'dsi@saint-aubin.example',
        address: 'https://{}.example',
        codes: 60,
      },
    ],
  },
  {
    name: 'Paie et ressources humaines',
    description: 'Logiciels de paie, déclarations et portail des agents',
    bank: 0,
    owner: 10,
    grants: [{ team: 'Ressources humaines', rights: all }],
    masterKey: 'tournesol marée granit violon 27',
    folders: [
      {
        name: 'Déclarations',
        category: 6,
        things: [
          'Net-entreprises',
          'URSSAF',
          'CNRACL',
          'Impôts, espace professionnel',
          'Chorus Pro',
          'Ameli',
        ],
        login: 'rh@saint-aubin.example',
        address: 'https://{}.example',
        codes: 50,
      },
      {
        name: 'Logiciels',
        category: 5,
        things: ['Paie', 'Congés', 'Formation', 'Recrutement', 'Médecine du travail', 'Chèques-déjeuner'],
        places: ['gestionnaire', 'contrôle'],
        login: 'gestion.rh',
        address: 'http://{}.rh.saint-aubin.example',
      },
    ],
  },
  {
    name: 'Régie et moyens de paiement',
    description: 'Comptes bancaires, terminaux et cartes de la régie',
    bank: 0,
    owner: 1,
    grants: [{ team: 'Ressources humaines', rights: read }],
    folders: [
      {
        name: 'Banque',
        category: 10,
        things: ['Compte de la régie', 'Carte achats', 'Terminal de paiement', 'Télétransmission EBICS'],
        places: ['piscine', 'cantine', 'médiathèque'],
        login: 'regisseur',
        codes: 20,
      },
      {
        name: 'Fournisseurs',
        category: 6,
        things: [
          'Électricité',
          'Eau',
          'Gaz',
          'Papeterie',
          'Carburant',
          'Restauration',
          'Nettoyage',
          'Assurance',
        ],
        places: ['espace client', 'facturation'],
        login: 'finances@saint-aubin.example',
        address: 'https://{}.example/client',
      },
    ],
  },
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
