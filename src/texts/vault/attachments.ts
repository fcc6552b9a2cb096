import { formatNumber, nbsp } from '#texts/platform/format.ts'

const mebibyte = 1_048_576

/** Returns a size of a file, as the system shows it: `12 octets`, `340 Ko`, `1,2 Mo`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${formatNumber(bytes)}${nbsp}octet${bytes < 2 ? '' : 's'}`
  if (bytes < mebibyte) return `${formatNumber(Math.ceil(bytes / 1_024))}${nbsp}Ko`
  if (bytes < 1_024 * mebibyte) return `${formatNumber(Math.ceil((bytes / mebibyte) * 10) / 10)}${nbsp}Mo`
  return `${formatNumber(Math.ceil((bytes / mebibyte / 1_024) * 10) / 10)}${nbsp}Go`
}

/** The messages of the calls, which the history shows as well. */
export const attachmentMessages = {
  added: 'Pièce jointe ajoutée',
  removed: 'Pièce jointe supprimée',
  restored: 'Pièce jointe restaurée',
} as const

/** The refusals of a file. */
export const attachmentRefusals = {
  tooLarge: (maximum: number) =>
    `Fichier trop volumineux\u00a0: ${formatBytes(maximum)} au plus. Rien n'a été ajouté.`,
  full: {
    item: (maximum: number) =>
      `Les pièces jointes de ce mot de passe atteignent ${formatBytes(maximum)}, la limite. Rien n'a été ajouté\u00a0: supprimez-en une, ou créez un autre mot de passe.`,
    bank: (maximum: number) =>
      `Les pièces jointes de cette banque atteignent ${formatBytes(maximum)}, la limite. Rien n'a été ajouté\u00a0: prévenez un administrateur.`,
  },
  tooManyUploads:
    "Plusieurs fichiers sont déjà en cours d'envoi\u00a0: attendez que l'un d'eux soit arrivé, puis réessayez.",
} as const

/** The section of the panel. */
export const attachmentTexts = {
  title: 'Pièces jointes',
  add: 'Ajouter un fichier',
  hint: (maximum: number) =>
    `Déposez ou collez aussi un fichier ici\u00a0: ${formatBytes(maximum)} au plus chacun.`,
  drop: 'Déposez les fichiers pour les joindre',
  none: 'Aucune',
  detail: (size: number, person: string) => `${formatBytes(size)} · ${person}`,
  preview: 'Aperçu',
  previewOf: (name: string) => `Aperçu\u00a0: ${name}`,
  download: 'Télécharger',
  downloadOf: (name: string) => `Télécharger\u00a0: ${name}`,
  downloading: (name: string) => `Réception de ${name}`,
  remove: 'Supprimer',
  removeOf: (name: string) => `Supprimer\u00a0: ${name}`,
  undo: 'Annuler',
  restore: 'Restaurer',
  restoreOf: (name: string) => `Restaurer\u00a0: ${name}`,
  removed: 'Pièces jointes supprimées',
  removedDetail: (person: string) => `Supprimée par ${person}`,
  removedNote: 'Conservées 30 jours au plus\u00a0: un nouveau fichier peut prendre leur place.',
  sending: (name: string) => `Envoi de ${name}`,
  sent: (sent: number, size: number) => `${formatBytes(sent)}${nbsp}sur${nbsp}${formatBytes(size)}`,
  waiting: 'En attente',
  sealing: 'Chiffrement…',
  cancel: 'Annuler',
  cancelOf: (name: string) => `Annuler l'envoi\u00a0: ${name}`,
  retry: 'Réessayer',
  dismiss: 'Retirer',
  dismissOf: (name: string) => `Retirer de la liste\u00a0: ${name}`,
  failed: 'Envoi impossible',
  interrupted: "L'envoi s'est interrompu\u00a0: rien n'a été ajouté.",
  offline:
    "La connexion au serveur s'est interrompue\u00a0: rien n'a été ajouté. Réessayez quand elle est rétablie.",
  downloadFailed: "Le fichier n'a pas pu être lu en entier\u00a0: rien n'a été enregistré",
  previewFailed: 'Aperçu impossible\u00a0: téléchargez le fichier',
  changeFailed: 'Erreur pendant la mise à jour',
  folder: 'Un dossier ne peut pas être joint\u00a0: choisissez ses fichiers.',
} as const
