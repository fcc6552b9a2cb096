/** Content for the chests of the bench: names, logins and addresses such as a French organisation has. */
const services = [
  'Messagerie',
  'Comptabilité',
  'Paie',
  'Hôtel de ville',
  'Réseau Wi-Fi',
  'Base de données',
  'Intranet',
  'Sauvegarde',
  'École élémentaire',
  'Médiathèque',
  'État civil',
  'Urbanisme',
  'Serveur web',
  'Téléphonie',
  'Pare-feu',
  'Çà et là',
]
const places = [
  'Évreux',
  'Orléans',
  'Besançon',
  'Nîmes',
  'Saint-Étienne',
  'Sète',
  'Angoulême',
  'Lyon',
  'Brest',
  'Pau',
  'Dreux',
]

const firstNames = [
  'Aïcha',
  'Benoît',
  'Chloé',
  'Driss',
  'Élodie',
  'François',
  'Gaëlle',
  'Hugo',
  'Inès',
  'Jérôme',
]
const lastNames = [
  'Martin',
  'Lefèvre',
  'Nguyen',
  'Dubois',
  'Moreau',
  'Garcia',
  'Roux',
  'Petit',
  'Girard',
  'Benali',
]

/** Returns the person of a number, with a login of their own. */
export function nameOfPerson(number: number): { firstName: string; lastName: string; login: string } {
  const firstName = firstNames[number % firstNames.length] ?? ''
  const lastName = lastNames[Math.floor(number / firstNames.length) % lastNames.length] ?? ''
  const login = `${firstName}.${lastName}.${number}`
  return { firstName, lastName, login: login.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() }
}

export type Entry = { name: string; description: string; login: string; address: string; password: string }

/** Returns the entry of a number: always the same, and different for each number. */
export function entryOf(number: number): Entry {
  const service = services[number % services.length] ?? ''
  const place = places[(number * 7) % places.length] ?? ''
  const host = `s${number % 997}.exemple.fr`
  return {
    name: `${service} ${place} ${number}`,
    description: `Compte de ${service.toLowerCase()}, renouvelé chaque année.`,
    login: `compte.${number}`,
    address: `https://${host}/connexion`,
    // Like those of the generator, so that rating it costs as much as in practice.
    password: passwordOf(number),
  }
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%+=?@_'

function passwordOf(number: number): string {
  let state = (number + 1) * 2_654_435_761
  return Array.from({ length: 20 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return alphabet[(state >>> 8) % alphabet.length]
  }).join('')
}
