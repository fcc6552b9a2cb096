import { extraFieldLimits } from '#domain/platform/limits.ts'
import { type ExtraFieldKind, type SuggestedField } from '#domain/vault/extra-fields.ts'

/** The messages of changes of extra fields, which the toasts show unchanged. */
export const extraFieldMessages = {
  added: 'Champ ajouté',
  changed: 'Champ mis à jour',
  deleted: 'Champ supprimé',
  ordered: 'Ordre des champs mis à jour',
} as const

/** The names of the kinds. */
export const extraFieldKindTexts: Record<ExtraFieldKind, string> = {
  text: 'Texte',
  concealed: 'Masqué',
  address: 'Adresse',
  date: 'Date',
  lines: 'Texte long',
}

/** The labels of the fields that forms propose. */
export const suggestedFieldTexts: Record<SuggestedField, string> = {
  host: "Nom d'hôte",
  ipAddress: 'Adresse IP',
  port: 'Port',
  system: "Système d'exploitation",
  databaseName: 'Nom de la base',
  instance: 'Instance',
  console: "Console d'administration",
  incomingServer: 'Serveur entrant',
  outgoingServer: 'Serveur sortant',
  recovery: 'Adresse de récupération',
  administration: "Page d'administration",
  version: 'Version',
  networkName: 'Nom du réseau (SSID)',
  security: 'Sécurité',
  keyName: 'Nom de la clé',
  apiSecret: 'Secret',
  apiAddress: "Adresse de l'API",
  expiry: 'Expire le',
  licenceKey: 'Clé de licence',
  holder: 'Titulaire',
  seats: 'Nombre de postes',
  purchase: "Date d'achat",
  endOfLicence: 'Fin de validité',
  cardNumber: 'Numéro de carte',
  cardExpiry: 'Fin de validité (MM/AA)',
  cardCode: 'Cryptogramme',
  pin: 'Code secret',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Banque',
  privateKey: 'Clé privée SSH',
  publicKey: 'Clé publique SSH',
  passphrase: 'Phrase secrète SSH',
  question: 'Questions de sécurité',
}

/** Extra fields: the section of the creation form, the lines of the panel, their dialogs. */
export const extraFieldTexts = {
  title: 'Champs supplémentaires',
  add: 'Ajouter un champ',
  suggestions: 'Champs proposés pour cette catégorie',
  addSuggested: (label: string) => `Ajouter le champ ${label}`,
  addTitle: 'Nouveau champ',
  editTitle: (label: string) => `Modifier le champ «\u00a0${label}\u00a0»`,
  submitAdd: 'Ajouter',
  submitEdit: 'Enregistrer',
  label: 'Libellé',
  kind: 'Type',
  value: 'Valeur',
  group: (place: number) => `Champ ${place}`,
  kindHelp: {
    text: 'Une ligne, trouvée par la recherche',
    concealed:
      'Comme le mot de passe\u00a0: masqué, et chaque lecture est enregistrée. Plusieurs lignes se collent',
    address: "Une adresse que l'on peut ouvrir, trouvée par la recherche",
    date: 'Un jour du calendrier',
    lines: 'Plusieurs lignes, visibles de ceux qui lisent ce coffre',
  } satisfies Record<ExtraFieldKind, string>,
  faults: {
    LABEL_MISSING: 'Donnez un libellé à ce champ',
    LABEL_FORMAT: `Une seule ligne, ${extraFieldLimits.label} caractères au plus`,
    VALUE_MISSING: 'Donnez une valeur, ou supprimez ce champ',
    VALUE_TOO_LONG: 'Trop long pour ce type de champ',
    VALUE_FORMAT: 'Les balises HTML et les caractères invisibles ne sont pas acceptés ici',
    ADDRESS_REFUSED: "Ce genre d'adresse n'est pas permis",
    DATE_FORMAT: 'Une date du calendrier\u00a0: jour, mois, année',
  },
  full: `Au plus ${extraFieldLimits.fields} champs supplémentaires`,
  copy: (label: string) => `Copier\u00a0: ${label}`,
  show: (label: string) => `Afficher\u00a0: ${label}`,
  hide: (label: string) => `Masquer\u00a0: ${label}`,
  actions: (label: string) => `Actions du champ ${label}`,
  editField: 'Libellé et type',
  moveUp: 'Monter',
  moveDown: 'Descendre',
  remove: 'Supprimer le champ',
  removeOf: (label: string) => `Supprimer le champ ${label}`,
  incomplete: 'Complétez ou supprimez les champs supplémentaires incomplets',
  kindRefused: 'La valeur ne convient pas à ce type de champ',
  drag: (label: string) => `Déplacer ${label}`,
  newValue: 'Nouvelle valeur',
  reveals: 'Changer ce type lit la valeur masquée\u00a0: cette lecture est enregistrée.',
  wifi: {
    show: 'Afficher le QR code',
    title: 'Rejoindre le réseau Wi-Fi',
    intro: (name: string) =>
      `Visez ce code avec l'appareil photo d'un téléphone pour rejoindre «\u00a0${name}\u00a0».`,
    picture: (name: string) => `QR code du réseau ${name}`,
    warning: 'Ce code contient le mot de passe. Sa lecture est enregistrée.',
    close: 'Fermer',
  },
} as const
