import type { TeamGrant } from './organisation.ts'

/** The content of a folder: one entry for each combination of thing and place. */
export type FolderPlan = {
  readonly name: string
  readonly category: number
  readonly things: readonly string[]
  /** Without places, each thing has one entry. */
  readonly places?: readonly string[]
  readonly login: string
  /** `{}` stands for the place or the thing. Empty: no address. */
  readonly address?: string
  /** Percentage of entries with a one-time code. */
  readonly codes?: number
}

export type ChestPlan = {
  readonly name: string
  readonly description: string
  /** Indexes into the tables of organisation.ts. */
  readonly bank: number
  readonly owner: number
  readonly grants: readonly TeamGrant[]
  /** The master key of a guardian chest. */
  readonly masterKey?: string
  readonly folders: readonly FolderPlan[]
}

export const all = ['read', 'create', 'update', 'delete', 'export'] as const
export const write = ['read', 'create', 'update'] as const
export const read = ['read'] as const

export const townPlaces = [
  'Hôtel de ville',
  'Médiathèque',
  'École Jules-Ferry',
  'Centre technique',
  'Piscine',
]
export const clinicPlaces = ['Bâtiment A', 'Bâtiment B', 'Urgences', 'Bloc opératoire']
export const factoryPlaces = ['Vire', 'Condé']

export const network = (places: readonly string[], domain: string): readonly FolderPlan[] => [
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

export const servers = (things: readonly string[], domain: string): readonly FolderPlan[] => [
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
