import { counted, nbsp } from '#texts/platform/format.ts'

/**
 * The texts of imports from other password managers. The keys of the two tables are the codes of the readers, so that a
 * code without its sentence does not compile.
 */

/** Why a whole file is refused. Nothing of it is imported. */
export const formatFaultTexts = {
  FORMAT_UNKNOWN:
    'Trousseau ne reconnaît pas ce fichier. Exportez depuis votre gestionnaire un fichier CSV, JSON ou XML, ou une base KeePass .kdbx.',
  FORMAT_OTHER:
    "Ce fichier n'est pas du format choisi. Choisissez « Reconnaître le format », ou un autre format.",
  FILE_PASSWORD_NEEDED: 'Ce fichier est protégé : indiquez son mot de passe.',
  FILE_PASSWORD_WRONG:
    'Le mot de passe de ce fichier (ou son fichier-clé) est incorrect. Une base qui demande aussi une clé matérielle (YubiKey) ne peut pas être ouverte ici.',
  KDB_FILE:
    'Ce fichier est une base de KeePass 1 (.kdb). Ouvrez-la dans KeePass 2 ou KeePassXC, puis enregistrez-la au format .kdbx.',
  KDBX_NEW:
    "Cette base vient d'une version de KeePass plus récente que celles que Trousseau lit. Enregistrez-la au format KDBX 4.",
  ARCHIVE_NEW:
    "Cette archive vient d'une version plus récente de Trousseau. Mettez cette installation à jour, puis recommencez.",
  KDBX_OLD:
    "Ce fichier est une base d'une version d'essai de KeePass 2. Enregistrez-la avec KeePass 2 actuel.",
  PGP_FILE:
    'Ce fichier est chiffré par PGP. Exportez de nouveau sans phrase secrète, importez, puis supprimez le fichier.',
  DASH_FILE:
    "Ce fichier est l'export chiffré de Dashlane (.dash), que seul Dashlane ouvre. Dans Dashlane, exportez vos données au format CSV, importez ce fichier ici, puis supprimez-le.",
  EXCEL_FILE: "Ce fichier est un classeur d'un ancien Excel. Enregistrez-le au format CSV UTF-8.",
  XLSX_FILE: 'Ce fichier est un classeur Excel. Enregistrez-le au format CSV UTF-8.',
  SQLITE_FILE:
    "Ce fichier est la base interne d'un navigateur ou d'un autre programme. Exportez vos mots de passe depuis ce programme, au format CSV.",
  PDF_FILE: 'Ce fichier est un document PDF. Exportez vos mots de passe au format CSV ou JSON.',
  ZIP_DAMAGED: 'Cette archive ZIP est abîmée, ou contient des chemins interdits.',
  ZIP_ENCRYPTED:
    "Cette archive ZIP est protégée par un mot de passe. Extrayez-la, puis importez le fichier qu'elle contient.",
  ZIP_TOO_LARGE: 'Cette archive ZIP se déploie au-delà des limites.',
  JSON_MALFORMED: 'Ce fichier JSON est mal formé, imbriqué trop profondément, ou a trop de valeurs.',
  RDM_FILE:
    'Ce fichier vient de Remote Desktop Manager (Devolutions), où les mots de passe sont chiffrés. Exportez au format CSV, avec les mots de passe, puis importez ce fichier.',
  ROYAL_FILE:
    'Ce document Royal TS contient des mots de passe chiffrés. Exportez au format CSV, puis importez ce fichier.',
  RDCMAN_FILE:
    "Ce fichier de RDCMan est chiffré par Windows, pour le compte qui l'a fait : ses mots de passe ne peuvent pas être lus ici. Saisissez-les dans un fichier CSV.",
  EXPORT_ENCRYPTED:
    "Cet export est chiffré pour le compte qui l'a fait : lui seul peut l'ouvrir. Exportez de nouveau avec un mot de passe de fichier, ou en clair.",
  CIPHER_UNSUPPORTED:
    'Le chiffrement de ce fichier (Twofish, par exemple) ne peut pas être ouvert ici. Rechiffrez la base en AES ou en ChaCha20, puis importez-la.',
  KDF_UNSUPPORTED:
    'La clé de cette base est dérivée par une variante qui ne peut pas être calculée ici. Choisissez Argon2d ou Argon2id (version 1.3), ou AES-KDF, dans les réglages de la base, puis enregistrez-la.',
  KEY_FILE_BROKEN: "Ce fichier-clé est abîmé, ou est celui d'une version inconnue de KeePass.",
  PSONO_ENCRYPTED:
    'Cet export de Psono est chiffré. Exportez de nouveau au format JSON, sans mot de passe, importez, puis supprimez le fichier.',
  KDF_TOO_COSTLY:
    'Ouvrir ce fichier demanderait trop de mémoire ou de calcul. Réduisez le coût de sa clé dans le programme qui a fait le fichier, puis exportez de nouveau.',
  CONTENT_BROKEN: 'Le contenu de ce fichier est abîmé : rien ne peut en être lu sans risque.',
  CONTENT_TOO_LARGE: 'Le contenu de ce fichier se déploie au-delà des limites.',
  MAPPING_INVALID:
    'La correspondance des colonnes ne convient pas à ce fichier. Choisissez de nouveau ce que contient chaque colonne.',
  NOTHING_FOUND: "Ce fichier ne contient aucun mot de passe : il n'y a rien à importer.",
} as const

/** The notes on one entry, or on the file. Each states what was imported. */
export const formatNoteTexts = {
  OTHER_PLACES: (places: string) =>
    `Rangé aussi ailleurs dans le fichier : importé une fois, les autres emplacements sont dans la description : ${places}.`,
  ARCHIVED: "Archivé dans le programme d'origine : importé.",
  OLD_VALUES_LEFT: (count: string) =>
    `Anciennes valeurs que leur champ n'accepte pas, non importées : ${count}.`,
  RENEWAL_KEPT:
    "Date d'expiration dont l'ordre (jour ou mois d'abord) est incertain : gardée dans un champ, sans date de renouvellement.",
  PASSKEY_LEFT: "Clé d'accès (passkey) : elle ne peut pas être importée, le reste l'est.",
  ATTACHMENT_LEFT: (names: string) => `Pièces jointes non importées : ${names}.`,
  FILES_LEFT: (names: string) => `Fichiers de l'archive qu'aucune entrée ne nomme, non importés : ${names}.`,
  ATTACHMENT_TOO_LARGE: (names: string) =>
    `Pièces jointes au-delà de la taille permise, non importées : ${names}.`,
  ATTACHMENTS_TOO_MANY: (names: string) =>
    `Pièces jointes au-delà du nombre permis, non importées : ${names}.`,
  ATTACHMENT_NO_ROOM: (names: string) =>
    `Plus assez de place pour ces pièces jointes, non importées : ${names}.`,
  ATTACHMENT_MISSING: (names: string) =>
    `Pièces jointes que le fichier nomme sans les contenir, ou abîmées : ${names}. Exportez-les à part, ou importez la base .kdbx.`,
  FIELDS_LEFT: (labels: string) => `Champs sans équivalent, non importés : ${labels}.`,
  ALIAS_VALUE: 'Le mot de passe renvoie à une autre entrée : importé tel quel.',
  VALUES_CONCEALED: (labels: string) =>
    `Valeurs que le fichier protège, gardées dans des champs masqués : ${labels}. Pour qu'elles restent visibles, retirez cette protection dans KeePass, puis exportez de nouveau.`,
  SECRETS_CONCEALED: (labels: string) =>
    `Valeurs visibles dans ce fichier, gardées dans des champs masqués parce que leur nom est celui d'un secret, ou parce que ce sont des clés privées : ${labels}.`,
  PARTS_LEFT: (parts: string) => `Sans équivalent dans Trousseau, ne sont pas repris : ${parts}.`,
  VALUE_DAMAGED: (labels: string) =>
    `Valeur que le programme d'origine a pu altérer : importée telle quelle, à vérifier : ${labels}.`,
  LINES_JOINED:
    'Note sur plusieurs lignes sans guillemets : les lignes ont été réunies. Vérifiez cette entrée.',
  ROW_UNREADABLE: 'Ligne illisible : non importée.',
  ENTITIES_DECODED: 'Caractères codés (&amp;) : décodés.',
  FIELDS_JOINED: (labels: string) =>
    `Champs en trop (plus de trente), ou trop longs pour un champ, réunis : ${labels}.`,
  ENDING_OTHER: (names: string) => {
    const [ending = '', ...format] = names.split(' ')
    return `Le nom du fichier finit par ${ending}, mais son contenu est : ${format.join(' ')}. Il est lu d'après son contenu.`
  },
  PROTECTED_LITERAL:
    'Des valeurs de ce fichier sont marquées comme chiffrées (Protected="True"), mais semblent en clair : importées telles quelles, à vérifier.',
  OTP_CONCEALED:
    "OTP non pris en charge (à compteur, Steam, réglages inconnus), ou au milieu d'autre chose : dans des champs masqués.",
  SAME_IDENTIFIERS:
    "Des entrées ont l'identifiant KeePass de mots de passe déjà importés ici, qu'elles mettront à jour. Si ce fichier n'en est pas une nouvelle version (deux bases faites d'un même modèle, par exemple), importez-le dans un autre dossier.",
  OTP_IN_NAME:
    "Adresse d'OTP à la place du nom ou de l'identifiant : elle devient l'OTP de cet élément, ou un champ masqué.",
  SECRET_UNREADABLE: (labels: string) =>
    `Valeurs que le mot de passe du fichier ne déchiffre pas, non importées : ${labels}. Le reste l'est.`,
  ENTRY_UNREADABLE: 'Entrée illisible : non importée.',
  CELLS_KEPT:
    'Ligne plus longue que la première : importée, le surplus est dans des champs masqués. Vérifiez ses valeurs.',
  FIRST_ROW_ENTRY: 'Ce tableau est lu sans ligne de titres : sa première ligne est une entrée.',
  COLUMNS_CONCEALED: (labels: string) =>
    `Colonnes dont le contenu n'est pas reconnu, importées en champs masqués : ${labels}.`,
  NAME_COLUMN_MISSING: "Aucune colonne n'est reconnue comme le nom des entrées : indiquez laquelle.",
  PASSWORD_COLUMN_MISSING:
    "Aucune colonne n'est reconnue comme le mot de passe : indiquez laquelle, si le fichier en a une.",
  SEMICOLONS_LOST:
    "mRemoteNG retire les points-virgules des valeurs qu'il exporte en CSV : un mot de passe qui en contenait est faux. Exportez plutôt au format XML.",
} as const

/** Names beyond these are counted only. */
const mostNames = 50

/** Returns the names of a list, or the first ones and how many follow. */
export const fewNames = (names: readonly string[]): string =>
  names.length <= mostNames
    ? names.join(', ')
    : `${names.slice(0, mostNames).join(', ')} et ${counted(names.length - mostNames, 'autre', 'autres')}`

/** Names of formats that are not only the name of a program. */
export const formatNames = {
  appleCsv: 'Safari, Mots de passe (Apple)',
  bitwardenOldCsv: 'Bitwarden (CSV, avant 2018)',
  dashlaneOldCsv: 'Dashlane (CSV, avant 2021)',
  teamPassTemplate: "TeamPass (modèle d'import)",
  trousseau: 'Trousseau (archive)',
  trousseauCsv: 'Trousseau (modèle CSV)',
  anyCsv: 'Autre fichier CSV',
} as const

/** The labels of fields that a file does not name itself. */
export const fieldLabels = {
  email: 'E-mail',
  address: 'Adresse',
  otp: 'OTP',
  holder: 'Titulaire',
  number: 'Numéro',
  expiry: "Date d'expiration",
  validFrom: 'Valable à partir de',
  phone: 'Téléphone',
  privateKey: 'Clé privée',
  publicKey: 'Clé publique',
  fingerprint: 'Empreinte',
  unnamed: 'Champ',
  entryTitle: 'Titre',
  notes: 'Notes',
  password: 'Mot de passe',
  domain: 'Domaine',
  host: 'Hôte',
  port: 'Port',
  tags: 'Étiquettes',
  brand: 'Réseau',
  code: 'Code de sécurité',
  pin: 'Code PIN',
  secondLogin: 'Autre identifiant',
  command: 'Commande',
  database: 'Base de données',
  location: 'Emplacement',
  certificate: 'Certificat',
  keyFile: 'Fichier-clé',
  section: (section: string, label: string) => `${section} / ${label}`,
  login: 'Identifiant',
  website: 'Site web',
  application: 'Application',
  bank: 'Banque',
  iban: 'IBAN',
  bic: 'BIC',
  account: 'Numéro de compte',
  accountType: 'Type de compte',
  routing: 'Code banque',
  branch: 'Code guichet',
  licence: 'Clé de licence',
  network: 'Nom du réseau (SSID)',
  security: 'Sécurité',
  title: 'Civilité',
  name: 'Nom complet',
  firstName: 'Prénom',
  middleName: 'Deuxième prénom',
  lastName: 'Nom',
  birthDate: 'Date de naissance',
  birthPlace: 'Lieu de naissance',
  sex: 'Sexe',
  nationality: 'Nationalité',
  issued: 'Date de délivrance',
  issuer: 'Autorité de délivrance',
  issuingCountry: 'Pays de délivrance',
  issuingState: 'Région de délivrance',
  kind: 'Type',
  class: 'Catégories',
  nationalNumber: "Numéro national d'identité",
  socialSecurity: 'Numéro de sécurité sociale',
  passport: 'Numéro de passeport',
  drivingLicence: 'Numéro de permis',
  company: 'Société',
  jobTitle: 'Fonction',
  postalAddress: 'Adresse postale',
  address2: 'Adresse (suite)',
  address3: 'Adresse (fin)',
  floor: 'Étage',
  city: 'Ville',
  county: 'Département',
  state: 'Région',
  postalCode: 'Code postal',
  country: 'Pays',
  workPhone: 'Téléphone professionnel',
  workEmail: 'E-mail professionnel',
  secondPhone: 'Second téléphone',
  thirdLogin: 'Troisième identifiant',
  accountName: 'Nom du compte',
  recipient: 'Destinataire',
  building: 'Bâtiment',
  apartment: 'Appartement',
  doorCode: "Code d'entrée",
  securityQuestion: 'Question de sécurité',
  reference: 'Entrée liée',
  knowledge: 'Base de connaissances',
  yes: 'Oui',
  no: 'Non',
} as const

/** Fields of remote connections. */
export const connectionLabels = {
  protocol: 'Protocole',
  gateway: 'Passerelle',
  gatewayLogin: 'Identifiant de la passerelle',
  gatewayPassword: 'Mot de passe de la passerelle',
  proxyLogin: 'Identifiant du mandataire',
  proxyPassword: 'Mot de passe du mandataire',
  proxy: 'Mandataire',
  openingCommand: "Commande à l'ouverture",
  sshOptions: 'Options SSH',
  startProgram: 'Programme lancé',
  macAddress: 'Adresse MAC',
  userField: 'Champ libre',
} as const

/** The folder for what a file holds in its trash. */
export const binFolder = 'Corbeille (import)'

/** Why an element stays when its import is undone. */
export const keptTexts = {
  changed: "Modifié ou déplacé depuis l'import",
  later: "Modifié par un import plus récent : annulez celui-ci d'abord",
  noUpdate: 'Vous ne pouvez pas modifier les mots de passe de ce coffre',
  filled: 'Contient des éléments qui ne viennent pas de cet import',
  holdsKept: 'Contient des éléments de cet import qui restent en place',
  trashed: 'Déjà à la corbeille',
  elsewhere: 'Déplacé dans un autre coffre',
} as const

/** For elements whose name is in another chest. */
export const keptNames = { item: 'Un mot de passe', folder: 'Un dossier' } as const

/** Parts of an entry that only KeePass can use, and fields that it does not name itself. */
export const keePassLabels = {
  autoType: 'saisie automatique',
  icon: 'icône',
  overrideUrl: 'URL de remplacement',
  kee: 'Kee (KPRPC JSON)',
} as const

/** What files of KeePass have and Trousseau has not; their number follows. */
export const keePassParts = {
  autoType: 'saisie automatique',
  icon: 'icône',
  data: 'données de modules complémentaires',
  groupExpiry: "date d'expiration de dossier",
  groupTyping: 'saisie automatique de dossier',
  groupIcon: 'icône de dossier',
  groupData: 'données de modules complémentaires de dossier',
  groupTags: 'étiquettes de dossier trop longues',
  rootNotes: 'description du dossier racine',
} as const

/** The line of a description that names the further folders of an entry. */
export const otherPlacesText = (places: string): string => `Rangé aussi dans${nbsp}: ${places}`

/** Names of what an entry of Bitwarden has and Trousseau has not. */
export const bitwardenLabels = {
  reprompt: 'demande du mot de passe maître',
  category: 'Catégorie Trousseau',
  renewal: 'Renouvellement Trousseau',
  linked: (label: string) => `${label} (champ lié)`,
} as const

/** Fields of browsers. */
export const browserLabels = { realm: "Domaine d'authentification HTTP" } as const

/** Cells that hold several fields of an entry. */
export const jsonCellLabels = { customFields: 'Champs personnalisés' } as const

/** What the rows of Dashlane's tables are, by their types; those of payments first. */
export const dashlaneKinds = {
  payment_card: 'Carte de paiement',
  credit_card: 'Carte de paiement',
  bank: 'Compte bancaire',
  card: "Carte d'identité",
  passport: 'Passeport',
  license: 'Permis de conduire',
  social_security: 'Numéro de sécurité sociale',
  tax_number: 'Numéro fiscal',
  name: 'Identité',
  address: 'Adresse postale',
  email: 'E-mail',
  phone: 'Téléphone',
  company: 'Société',
  website: 'Site web',
} as const

/** Kinds of entries that only Proton Pass has. */
export const protonCsvLabels = { alias: 'Alias de messagerie' } as const

/** Fields of TeamPass and Team Password Manager. */
export const teamPasswordLabels = { access: 'Accès' } as const

/** A column without a name. */
export const anyCsvLabels = { column: 'Colonne' } as const

/** The names that KeePassXC and KeePass give to their recycle bin, by the language of the program. */
export const recycleBinNames = [
  'Recycle Bin',
  'Corbeille',
  'Papierkorb',
  'Papelera',
  'Papelera de reciclaje',
  'Paperera',
  'Cestino',
  'Prullenbak',
  'Reciclagem',
  'Lixeira',
  'Lixo',
  'Papirkurv',
  'Papperskorg',
  'Roskakori',
  'Prügikast',
  'Kosz',
  'Koš',
  'Kôš',
  'Koš za smeće',
  'Kuka',
  'Lomtár',
  'Coș de gunoi',
  'Šiukšlinė',
  'Kosh Hedhurinash',
  'Çöp kutusu',
  'Keranjang Sampah',
  'Κάδος Ανακύκλωσης',
  'Корзина',
  'Смітник',
  'Кошче',
  'Корпа за отпатке',
  'סל־מחזור',
  'سلة المهملات',
  'ゴミ箱',
  '回收站',
  '回收桶',
  '휴지통',
  'ถังขยะ',
] as const
