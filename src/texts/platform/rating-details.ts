import type { ReasonCode } from '#domain/platform/password-guess.ts'
import type { StrengthFlag } from '#domain/platform/password-strength.ts'
import type { DangerLevel, DangerReason } from '#domain/platform/address-danger.ts'

export const generatorTexts = {
  title: 'Générateur de mot de passe',
  length: 'Longueur',
  characters: (count: number) => `${count}\u00a0caractères`,
  specials: 'Caractères spéciaux',
  again: 'En générer un autre',
  use: 'Utiliser ce mot de passe',
  result: 'Mot de passe généré',
  failed: 'Erreur dans la génération du mot de passe',
  copy: 'Copier',
} as const

export const strengthDetailTexts = {
  label: 'Robustesse',
  empty: 'Aucun mot de passe',
  detail: 'Détail de la robustesse',
  title: 'Robustesse du mot de passe',
  length: 'Longueur',
  alphabet: 'Alphabet',
  coefficient: 'Bits par caractère',
  bits: 'Force calculée',
  bitsValue: (bits: string) => `${bits} bits`,
  counted: 'Niveau selon le calcul',
  guessed: "Niveau selon l'analyse",
  why: 'Pourquoi ce niveau est abaissé',
  notCapped: "L'analyse des mots courants ne l'abaisse pas.",
  waiting: 'Analyse en cours…',
  belowFloor: 'Trop facile à deviner pour être accepté. Une phrase de mots tirés au hasard résiste bien.',
  scale: "L'échelle",
  scaleBelow: (bits: number) => `moins de ${bits} bits`,
  scaleFrom: (bits: number) => `à partir de ${bits} bits`,
  explanation:
    "Le calcul est celui de l'ANSSI\u00a0: longueur × log2 de la taille de l'alphabet. Un second avis, par dictionnaires, l'abaisse quand le mot de passe se devine.",
} as const

export const dangerDetailTexts = {
  label: "Danger de l'adresse",
  title: "Danger de l'adresse",
  intro: "Le niveau le plus haut qui s'applique est retenu. Aucune requête n'est envoyée à l'adresse.",
  why: 'Cette adresse',
  scale: 'Les niveaux',
} as const

/** The alphabet of the ANSSI count. */
export const alphabetTexts: Record<StrengthFlag, string> = {
  isSymVeryWeak2: 'Deux symboles : 0 et 1',
  isSymWeak10: '10 symboles : des chiffres',
  isSymAverage16: '16 symboles : des chiffres et les lettres A à F',
  isSymAverage26: '26 symboles : des lettres, toutes minuscules ou toutes majuscules',
  isSymAverage36: "36 symboles : des chiffres et des lettres d'une seule casse",
  isSymAverage52: '52 symboles : des minuscules et des majuscules',
  isSymStrong62: '62 symboles : des minuscules, des majuscules et des chiffres',
  isSymVeryStrong70:
    '70 symboles : des lettres, des chiffres et des caractères spéciaux courants (! # $ * % ?)',
  isSymVeryStrong90: "90 symboles : des caractères de toutes sortes, dont d'autres signes ou des accents",
}

/** Why a password is easier to guess than its length suggests. */
export const guessReasonTexts: Record<ReasonCode, string> = {
  FORBIDDEN_WORD: "Il contient le nom ou l'identifiant de cet élément",
  COMMON_PASSWORD: 'Il contient un mot de passe très répandu',
  NAME: 'Il contient un prénom ou un nom de famille',
  COMMON_WORD: 'Il contient des mots courants',
  KEYBOARD: 'Il contient une suite de touches voisines sur le clavier',
  REPEAT: 'Il répète les mêmes caractères',
  SEQUENCE: 'Il contient une suite logique, comme abc, 123 ou lundi mardi',
  DATE: 'Il contient une date ou une année',
  SUBSTITUTION: 'Remplacer des lettres par des chiffres ou des signes (@ pour a) ne trompe personne',
  REVERSED: "Écrire un mot à l'envers ne le protège pas",
  ACCENTS: 'Les accents ne comptent pas : qui le devine essaie aussi les lettres sans accent',
  GUESSABLE: 'Il est trop court pour résister à des essais répétés',
}

/** The explanation of each level, for the dialog. */
export const dangerExplanations: Record<DangerLevel, string> = {
  0: "Aucune adresse n'est indiquée.",
  1: 'Site public en https, sur le port habituel.',
  2: 'Adresse interne ou port inhabituel en https, nom sans protocole, ou accès à distance chiffré (ssh, sftp, rdp).',
  3: "Adresse IP privée, http sur un nom interne, raccourcisseur d'adresses, secret dans l'adresse ou protocole inhabituel.",
  4: "Rien n'est chiffré sur un site public (http, ftp, telnet), adresse IP publique, ou nom qui peut en imiter un autre.",
  5: "Adresse trompeuse ou illisible : identifiant dans l'adresse, mélange d'alphabets, protocole interdit.",
}

/** Why an address has its level. */
export const dangerReasonTexts: Record<DangerReason, string> = {
  REFUSED_SCHEME: "Ce type d'adresse n'est pas permis (javascript, data, vbscript, file, blob)",
  UNREADABLE: "Cette adresse n'est pas lisible",
  USER_INFO: 'Elle contient un identifiant ou un mot de passe avant le signe @',
  MIXED_SCRIPT: 'Le nom du site mélange plusieurs alphabets : il en imite peut-être un autre',
  HTTP_PUBLIC: "Le site est public et la connexion n'est pas chiffrée (http)",
  CLEAR_PROTOCOL: "Ce protocole n'est pas chiffré (ftp, telnet)",
  PUBLIC_IP: 'Elle désigne une adresse IP publique et non un nom de site',
  PUNYCODE:
    "Le nom du site s'écrit dans un autre alphabet ou en punycode (xn--) : il en imite peut-être un autre",
  PRIVATE_IP: 'Elle désigne une adresse IP privée, que son certificat ne peut pas garantir',
  HTTP_INTRANET: "Le nom est interne et la connexion n'est pas chiffrée (http)",
  SHORTENER: "C'est une adresse raccourcie : on ne voit pas où elle mène",
  SECRET_IN_QUERY: "Un secret semble écrit dans l'adresse elle-même",
  OTHER_PROTOCOL: "Ce protocole n'est pas habituel",
  OTHER_PORT: "Le port n'est pas le port habituel",
  INTRANET: 'Le nom est celui du réseau interne',
  REMOTE_ACCESS: "C'est un accès à distance (ssh, sftp, rdp)",
  BARE_HOST: 'Aucun protocole : elle sera ouverte en https',
}
