import {
  historyActionOf,
  readExtraFieldParam,
  type ExtraFieldChange,
  type HistoryAction,
  type OwnHistoryParamName,
} from '#domain/vault/history.ts'
import type { ItemField } from '#domain/vault/item-fields.ts'
import { counted } from '#texts/platform/format.ts'
import { attachmentMessages } from './attachments.ts'

/** The messages of the calls on folders, items and the trash, which the toasts show unchanged. */
export const contentTexts = {
  folderCreated: 'Dossier créé',
  folderMoved: 'Dossier déplacé',
  ruleChanged: 'Règle de renouvellement mise à jour',
  itemCreated: 'Mot de passe créé',
  itemMoved: 'Mot de passe déplacé',
  /** For folders as well, as specified. */
  removed: 'Mot de passe supprimé',
  restored: 'Elément restauré',
  destroyed: 'Elément supprimé définitivement',
  versionRestored: 'Ancienne valeur restaurée',
  emptied: 'Corbeille vidée',
  noted: 'Action enregistrée',
} as const

/** The messages of a changed field of a folder or item. */
export const changedFieldTexts: Record<ItemField, string> = {
  folder: contentTexts.itemMoved,
  name: 'Nom mis à jour',
  description: 'Description mise à jour',
  category: 'Catégorie mise à jour',
  address: 'Adresse mise à jour',
  login: 'Identifiant mis à jour',
  otp: 'OTP mis à jour',
  password: 'Mot de passe mis à jour',
  renewBefore: 'Date de renouvellement mise à jour',
}

/** The messages of a value that a change has removed. */
export const removedFieldTexts = {
  otp: 'OTP supprimé',
  password: 'Mot de passe effacé',
  renewBefore: 'Date de renouvellement supprimée',
} as const satisfies Partial<Record<ItemField, string>>

export const folderTexts = {
  createTitle: 'Nouveau dossier',
  name: 'Nom',
  description: 'Description',
  nameFormat: '255 caractères au plus, sur une seule ligne',
  submit: 'Créer',
  created: 'Dossier créé',
  createFailed: 'Erreur pendant création du dossier',
  panelLabel: 'Détail du dossier',
  content: 'Contenu',
  contentOf: (items: number, folders: number) =>
    [
      counted(items, 'mot de passe', 'mots de passe'),
      folders > 0 && counted(folders, 'sous-dossier', 'sous-dossiers'),
    ]
      .filter((part) => part !== false)
      .join(', '),
  parent: 'Dans',
  root: 'Racine du coffre',
  open: 'Ouvrir le dossier',
} as const

/** The names of an item's fields. */
const fields = {
  name: 'Nom',
  description: 'Description',
  category: 'Catégorie',
  address: 'Adresse',
  login: 'Identifiant',
  otp: 'Secret OTP',
  password: 'Mot de passe',
  renewBefore: 'À renouveler avant le',
} as const satisfies Record<Exclude<ItemField, 'folder'>, string>

/** The required format of each kind of text. */
const formats = {
  line: '255 caractères au plus, sur une seule ligne',
  address: 'Une adresse sur une seule ligne, 2048 caractères au plus',
}

/** Items: the creation form, the panel, the use of the secrets. */
export const itemTexts = {
  createTitle: 'Nouveau mot de passe',
  fields,
  formats,
  addressHelp: 'https://…',
  addressRefused: "Ce genre d'adresse n'est pas permis",
  otpFormat: "Ce secret OTP n'est pas lisible\u00a0: collez la clé entière, ou l'adresse otpauth://",
  generate: 'Générer',
  /** A password that the form proposes. */
  proposal: {
    hint: 'Proposé par le générateur\u00a0: tapez ou collez le vôtre pour le remplacer.',
    another: 'Autre proposition',
    propose: 'Proposer un mot de passe',
    settings: 'Régler le générateur',
  },
  /** The replacement of a password. */
  renewal: {
    title: (name: string) => `Renouveler «\u00a0${name}\u00a0»`,
    intro:
      "Copiez l'actuel si le site le demande, puis enregistrez\u00a0: le nouveau est copié, prêt à coller. L'ancien reste dans l'activité.",
    current: 'Mot de passe actuel',
    copyCurrent: "Copier l'actuel",
    next: 'Nouveau mot de passe',
    copyNext: 'Copier le nouveau',
    copied: (clearing: string) => `Nouveau mot de passe copié, ${clearing}`,
    submit: 'Enregistrer et copier',
  },
  submit: 'Créer',
  created: 'Mot de passe créé',
  createFailed: "Erreur pendant création de l'item",
  panelLabel: 'Détail du mot de passe',
  folder: 'Dossier',
  chestRoot: 'Racine du coffre',
  otpCode: 'Code OTP',
  deleteOtp: "Supprimer l'OTP",
  deletePassword: 'Supprimer le mot de passe',
  replaceSecret: 'Nouvelle valeur',
  copy: {
    login: "Copier l'identifiant",
    password: 'Copier le mot de passe',
    address: "Copier l'adresse",
  },
  copied: 'Copié',
  copyFailed: 'Copie impossible',
  show: 'Afficher le mot de passe',
  hide: 'Masquer le mot de passe',
  showCode: 'Afficher le code',
  showFor: (name: string) => `Afficher le code de ${name}`,
  copyCode: 'Copier le code',
  masksIn: (seconds: number) => `Masqué dans ${seconds}\u00a0s`,
  secretFailed: 'Erreur pendant la récupération des infos',
  categories: {
    title: 'Catégories',
    detail:
      "Ces noms sont ceux que tout le monde voit. L'ordre, les icônes et les champs obligatoires ne changent pas.",
    label: (id: number) => `Catégorie ${id}`,
    format: '60 caractères au plus, sur une seule ligne',
    renamed: 'Catégorie renommée',
    loadFailed: 'Erreur pendant le chargement des données',
  },
  categoryTitle: 'Changer la catégorie',
  save: 'Enregistrer',
  openAddress: (host: string) => `Ouvrir ${host} dans un nouvel onglet`,
  notClickable: "Cette adresse n'est pas valide et ne s'ouvre pas",
} as const

/** Reading a one-time secret from the picture of a QR code. */
export const otpPictureTexts = {
  help: "La clé que le site affiche à côté de son QR code, son adresse otpauth://, ou l'image du QR code, choisie, collée ou déposée ici",
  choose: "Lire l'image d'un QR code",
  reading: "Lecture de l'image…",
  read: 'QR code lu',
  readOf: (whose: string) => `QR code lu\u00a0: ${whose}`,
  problems: {
    notPicture:
      "Ce fichier n'est pas une image lisible\u00a0: choisissez un PNG, un JPEG, un WebP ou un GIF.",
    tooLarge: 'Cette image est trop volumineuse (10\u00a0Mo au plus)\u00a0: recadrez-la sur le QR code.',
    single: 'Une seule image à la fois.',
    noCode:
      'Aucun QR code lisible dans cette image\u00a0: prenez-la de face, nette et entière, avec sa marge.',
    noSecret:
      "Ce QR code ne contient pas de secret OTP\u00a0: choisissez celui que le site affiche pour l'ajouter à une application d'authentification.",
    migration:
      "Ce QR code est un export de plusieurs comptes d'une application d'authentification\u00a0: demandez au site un QR code pour ce seul compte.",
  },
} as const

export type OtpPictureProblem = keyof typeof otpPictureTexts.problems

/** The common texts of item and folder panels. */
export const panelTexts = {
  tabs: 'Vues du panneau',
  details: 'Détails',
  activity: 'Activité',
  edit: (field: string) => `Modifier\u00a0: ${field}`,
  validate: 'Valider',
  cancel: 'Annuler la modification',
  loadFailed: 'Erreur pendant la récupération des infos',
  updateFailed: 'Erreur pendant la mise à jour',
  conflict: {
    title: (person: string) => `${person} a modifié ce champ pendant votre saisie.`,
    lost: "Rien n'est perdu\u00a0: choisissez la valeur à garder.",
    mine: 'Votre valeur',
    theirs: (person: string) => `Valeur de ${person}`,
    theyHave: (person: string, value: string) => `Valeur de ${person}\u00a0: ${value}`,
    keepMine: 'Garder la mienne',
    takeTheirs: 'Prendre la sienne',
  },
  now: 'Valeur actuelle',
  undo: 'Annuler',
  creator: 'Créateur',
  createdAt: 'Création',
  none: 'Aucun',
  required: '(obligatoire)',
  actions: "Plus d'actions",
  versions: {
    open: "Voir l'ancienne valeur",
    value: 'Ancienne valeur',
    nothing: 'Aucune valeur',
    copy: "Copier l'ancienne valeur",
    close: 'Masquer',
    restore: 'Restaurer',
    openFailed: 'Erreur pendant la récupération des infos',
  },
  history: {
    empty: 'Aucune activité',
    by: (person: string) => `par ${person}`,
    imported: "avant l'import",
  },
} as const

/** The label of each action. */
export const historyActionTexts: Record<HistoryAction, string> = {
  [historyActionOf.creation]: 'Création',
  [historyActionOf.change]: 'Modification',
  [historyActionOf.deletion]: 'Suppression',
  [historyActionOf.restoration]: 'Restauration',
}

/** The label of a change, by its field. */
export const historyParamTexts: Record<OwnHistoryParamName, string> = {
  folder: 'Déplacement',
  name: 'Nom modifié',
  login: 'Identifiant modifié',
  password: 'Mot de passe modifié',
  password_level: 'Niveau du mot de passe modifié',
  description: 'Description modifiée',
  address: 'Adresse modifiée',
  addressDanger: "Niveau de danger de l'adresse modifié",
  category: 'Catégorie modifiée',
  otp: 'OTP modifié',
  otp_delete: 'OTP supprimé',
  renewBefore: 'Date de renouvellement modifiée',
  renewDays: 'Règle de renouvellement modifiée',
  fields: 'Ordre des champs modifié',
  chest: 'Déplacement depuis un autre coffre',
  attachment_add: attachmentMessages.added,
  attachment_delete: attachmentMessages.removed,
  attachment_restore: attachmentMessages.restored,
}

/** What happened to an extra field. */
const extraFieldTexts: Record<ExtraFieldChange, string> = {
  field: 'modifié',
  field_new: 'ajouté',
  field_delete: 'supprimé',
}

/**
 * Returns the label of a history entry: the changed field if there is one, else the action.
 * @param labelOf the present label of an extra field; undefined for one that was deleted
 */
export function historyLabel(
  entry: { action: HistoryAction; paramName?: string | null },
  labelOf: (fieldId: number) => string | undefined = () => undefined,
): string {
  const { action, paramName = null } = entry
  if (action !== historyActionOf.change || paramName === null) return historyActionTexts[action]
  const extra = readExtraFieldParam(paramName)
  if (!extra) return historyParamTexts[paramName as OwnHistoryParamName]
  const label = labelOf(extra.id)
  const named = label === undefined ? 'Champ supplémentaire' : `Champ «\u00a0${label}\u00a0»`
  return `${named} ${extraFieldTexts[extra.change]}`
}
