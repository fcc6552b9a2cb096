/**
 * What the name of a column or of a field says about its values. An unknown name may stand above secrets: whoever reads a
 * table conceals it, and says so.
 */
export type Secrecy = 'secret' | 'harmless' | 'unknown'

/** Words of names whose values are secret, whatever else stands in the name. */
const secretWords = new RegExp(
  String.raw`(?<![a-z])(?:${[
    String.raw`mdp\d*`,
    String.raw`pass(?:e|wd|key)?s?\d*`,
    String.raw`pw(?:d|s)?\d*`,
    String.raw`credentials?\d*`,
    String.raw`pins?\d*`,
    'nip',
    String.raw`puk\d*`,
    'cvv2?',
    'cvc2?',
    'csc',
    'cryptogramme',
    'secrete?s?',
    'sesames?',
    'clef?s?',
    'keys?',
    'jetons?',
    'tokens?',
    'seeds?',
    '[th]?otp',
    'otpauth',
    '[2m]fa',
    'mnemonic',
    'kennwort',
    'a2f',
    'authentificateur',
    'authenticator',
    'double (?:authentification|facteur)',
    String.raw`(?:digi)?codes?\d*`,
    'combinaisons?',
    'combinations?',
    'secours',
    'recuperation',
    'recovery',
    'backup',
    'reponses?',
    'answers?',
    String.raw`wpa\d?`,
    'wep',
    'psk',
    'iban',
    'rib',
    'bban',
    'ccnum',
    'card ?(?:number|no)',
    '(?:numero|no?|n°) (?:de )?(?:la )?(?:carte|compte)',
    'account ?(?:number|no)',
    // The number of a card, an account or a passport, and any other that is not plainly harmless.
    '(?<!(?:phone|serial|order) )number',
    'ssn',
  ].join('|')})(?![a-z])`,
)

/** Parts of names that are secret also within a word, as in `adminpassword`. */
const secretParts = /passw(?:or[dt]|d)|passphrase|passcode|mots? ?de ?passe|mdp|apikey/

/** Public keys, wherever they stand in a name: the rest of it is judged. */
const publicKeys = /(?<![a-z])(?:cles? publiques?|public keys?)(?![a-z])/g

/** Names with such a word whose values everybody may know. */
const publicCodes =
  /^(?:codes? (?:postal|client|pays|insee|ape|naf|etablissement)|(?:zip|postal|post|country|area) ?code|mots? cles?|keywords?|(?:e ?mail|courriel|adresse e ?mail|telephone) de (?:recuperation|secours)|recovery (?:e ?mail|phone)|serveur de backup|backup server|emplacement (?:de la cle|des cles))$/

/** Words and pairs of words of which harmless names are made. */
const harmlessWords = new Set(
  [
    'equipe team service services departement department direction pole bureau site batiment etage salle agence',
    'filiale societe entreprise organisation organization company client fournisseur vendor port ports protocole',
    'protocol poste serveur server hote host hostname domaine domain ip vlan ssid capacite memoire',
    'processeur cpu ram disque modele model marque brand version systeme system os environnement environment type',
    'categorie category statut status etat state priorite priority criticite responsable proprietaire referent',
    'date dates creation modification langue language pays country ville city region civilite prenom fonction role',
    'etiquette etiquettes balise balises tag tags favori favorite icone icon rang projet project application logiciel software',
    'base instance schema description note notes commentaire commentaires remarque remarques',
    'observation observations nom noms compte adresse url lien telephone tel mobile phone reference contrat contact profil',
    'echeance expiration cree creee modifie modifiee utilisateur identifiant matricule siret owner customer location emplacement',
    'email courriel',
  ].flatMap((words) => words.split(' ')),
)
const harmlessPairs = new Set([
  'adresse ip',
  'carte graphique',
  'e mail',
  'carte reseau',
  'first name',
  'last name',
  'mise a',
  'order number',
  'phone number',
  'serial number',
  'job title',
  'mot cle',
  'mots cles',
])
/** Words that say nothing by themselves, and numbers of columns. */
const fillers =
  /^(?:[dl]['’]|de|du|des|la|le|les|par|of|the|by|et|and|machines?|numero|n°|id|complet|connexion|acces|internet|web|jour|publickey|ssh|gpg|pgp|[-&]|\d{1,2})$/

/** In UTF-16 units: a cell of a first row that is longer names nothing. */
const longestName = 200

/**
 * Returns what a name says, in the way of every reader: of the CSV sources, of the tables and of the JSON of other programs.
 * @param name as `columnName` writes it
 */
export function secrecyOf(name: string): Secrecy {
  if (name.length > longestName) return 'unknown'
  if (publicCodes.test(name)) return 'harmless'
  const rest = name.replaceAll(publicKeys, ' publickey ')
  if (secretWords.test(rest) || secretParts.test(rest)) return 'secret'
  const words = rest.split(/[ /]|(?<=['’])/).filter((word) => word !== '')
  let hasHarmless = rest !== name
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (harmlessPairs.has(`${word} ${words[at + 1] ?? ''}`)) at += 1
    else if (!harmlessWords.has(word)) {
      if (fillers.test(word)) continue
      return 'unknown'
    }
    hasHarmless = true
  }
  return hasHarmless ? 'harmless' : 'unknown'
}

/** Whether the values below a name are secret for certain. @param name as `columnName` writes it */
export const isSecretName = (name: string): boolean => secrecyOf(name) === 'secret'

/** Returns a key of a program's own format as people would write it: `apiKey` is `api key`. */
export const spacedKey = (key: string): string =>
  key.replaceAll(/([a-z]\d*)(?=[A-Z])/g, '$1 ').replaceAll('_', ' ')

/** Whether a value is a private key, whatever its name. */
export const isPrivateKey = (value: string): boolean =>
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|^\s*PuTTY-User-Key-File-/.test(value)
