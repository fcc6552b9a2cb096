import type { Right } from '../../src/domain/platform/rights.ts'
import type { Role } from '../../src/domain/platform/roles.ts'

/** The demonstration's organisation: a firm that maintains the computers of three clients. */
export const banks = [
  { label: 'Ville de Saint-Aubin', description: 'Mairie, écoles et médiathèque', maxUser: 20 },
  { label: 'Clinique des Tilleuls', description: 'Établissement de santé, 140 lits', maxUser: 15 },
  { label: 'Laiterie du Bocage', description: 'Coopérative agroalimentaire, deux sites', maxUser: null },
] as const

export const teams = [
  { name: 'Infogérance', description: 'Serveurs, postes et sauvegardes', banks: [0, 1, 2] },
  { name: 'Réseau et sécurité', description: 'Commutateurs, pare-feu, Wi-Fi', banks: [0, 1, 2] },
  { name: 'Astreinte', description: 'Nuits et week-ends', banks: [0, 1, 2] },
  { name: 'Ressources humaines', description: 'Paie et portail des agents', banks: [0] },
  { name: 'Direction des soins', description: 'Logiciels métiers de la clinique', banks: [1] },
  { name: 'Production', description: "Supervision et automates de l'usine", banks: [2] },
] as const
export type TeamName = (typeof teams)[number]['name']

export type DemoPerson = {
  readonly first: string
  readonly last: string
  readonly role: Role
  readonly banks: readonly number[]
  readonly teams: readonly TeamName[]
  /** May see the figures of the company. */
  readonly isDirector?: true
  /** Description on the sign-in page; only accounts with one are shown. */
  readonly shownAs?: string
}

const admin = 'ROLE_ADMINISTRATOR'
const agent = 'ROLE_INTERVENANT'

export const people: readonly DemoPerson[] = [
  {
    first: 'Claire',
    last: 'Moreau',
    role: 'ROLE_SUPER_ADMINISTRATOR',
    banks: [0, 1, 2],
    teams: [],
    isDirector: true,
    shownAs: 'Super administratrice\u00a0: tout ce que montre Trousseau',
  },
  {
    first: 'Julien',
    last: 'Lefèvre',
    role: admin,
    banks: [0],
    teams: ['Infogérance'],
    shownAs: "Administrateur d'une banque et membre de l'infogérance",
  },
  {
    first: 'Amina',
    last: 'Benali',
    role: agent,
    banks: [0],
    teams: ['Réseau et sécurité'],
    shownAs: 'Intervenante\u00a0: lit, crée et modifie',
  },
  {
    first: 'Marc',
    last: 'Dubois',
    role: agent,
    banks: [1],
    teams: ['Direction des soins'],
    shownAs: 'Intervenant\u00a0: ne fait que lire',
  },
  { first: 'Hélène', last: 'Garnier', role: admin, banks: [1], teams: ['Direction des soins'] },
  { first: 'Yann', last: 'Le Goff', role: admin, banks: [2], teams: ['Production'] },
  { first: 'Sophie', last: 'Marchand', role: admin, banks: [0, 1], teams: ['Infogérance'] },
  { first: 'Thomas', last: 'Nguyen', role: agent, banks: [0, 1, 2], teams: ['Infogérance', 'Astreinte'] },
  { first: 'Léa', last: 'Fontaine', role: agent, banks: [0], teams: ['Infogérance'] },
  {
    first: 'Karim',
    last: 'Haddad',
    role: agent,
    banks: [0, 1, 2],
    teams: ['Réseau et sécurité', 'Astreinte'],
  },
  { first: 'Élodie', last: 'Roussel', role: agent, banks: [0], teams: ['Ressources humaines'] },
  { first: 'Bruno', last: 'Carpentier', role: agent, banks: [0], teams: ['Ressources humaines'] },
  { first: 'Inès', last: 'Da Silva', role: agent, banks: [0], teams: [] },
  { first: 'Gaëlle', last: 'Kerouédan', role: agent, banks: [1], teams: ['Direction des soins'] },
  { first: 'Olivier', last: 'Perrin', role: agent, banks: [1], teams: ['Direction des soins'] },
  { first: 'Fatou', last: 'Diallo', role: agent, banks: [1], teams: ['Direction des soins'] },
  { first: 'Nicolas', last: 'Bertrand', role: agent, banks: [1], teams: [] },
  { first: 'Chloé', last: 'Vasseur', role: agent, banks: [2], teams: ['Production'] },
  { first: 'Pierre-Yves', last: 'Hamon', role: agent, banks: [2], teams: ['Production'] },
  { first: 'Manon', last: 'Delacroix', role: agent, banks: [2], teams: ['Production'] },
  { first: 'Stéphane', last: 'Morvan', role: agent, banks: [2], teams: ['Production'] },
  { first: 'Aurélie', last: 'Chevalier', role: agent, banks: [0, 2], teams: ['Astreinte'] },
  { first: 'Romain', last: "L'Hostis", role: agent, banks: [0], teams: [] },
  { first: 'Zoé', last: 'Lambert', role: agent, banks: [1], teams: [] },
  { first: 'Didier', last: 'Maçon', role: agent, banks: [2], teams: [] },
]

/** The rights of a team on a chest; its owner has every right. */
export type TeamGrant = { readonly team: TeamName; readonly rights: readonly Right[] }
