import type { ExportRemark } from '#domain/vault/export-remarks.ts'
import type { ExportFormat } from '#domain/vault/export-formats.ts'
import { exportLimits } from '#domain/platform/limits.ts'
import { counted } from '#texts/platform/format.ts'
import { formatBytes } from './attachments.ts'

/** Refusals of an export. */
export const exportRefusals = {
  tooLarge: (bytes: number) =>
    `L'archive dépasserait ${formatBytes(bytes)}, que l'import n'accepte pas\u00a0: exportez dossier par dossier.`,
  tooMany: (most: number) =>
    `Ce format contient ${counted(most, 'mot de passe', 'mots de passe')} au plus\u00a0: exportez un dossier ou une sélection.`,
} as const

type FormatText = { readonly name: string; readonly detail: string }

/** The dialog of exports, from the choice of the format to the reminder. */
export const exportTexts = {
  title: 'Exporter',
  scope: 'Contenu exporté\u00a0: ',
  ofChest: (name: string) => `le coffre «\u00a0${name}\u00a0»`,
  ofFolder: (name: string) => `le dossier «\u00a0${name}\u00a0» et ses sous-dossiers`,
  ofSelection: (count: number) => counted(count, 'élément sélectionné', 'éléments sélectionnés'),
  left: "La corbeille n'est pas exportée.",
  withoutFiles:
    "Ce format n'a pas de place pour les pièces jointes\u00a0: elles ne sont pas exportées. Pour les emporter, choisissez KeePass ou l'archive Trousseau.",
  format: 'Format',
  formats: {
    kdbx: {
      name: 'KeePass (KDBX), recommandé',
      detail:
        "Chiffré. S'ouvre avec KeePass ou KeePassXC, avec les dossiers, les OTP, les champs masqués et les pièces jointes.",
    },
    trousseau: {
      name: 'Archive Trousseau',
      detail:
        "Chiffrée. Tout ce qu'ont les éléments et les dossiers, avec les anciennes valeurs si vous le demandez\u00a0: pour sauvegarder un coffre, ou le déplacer vers une autre installation. N'y sont pas\u00a0: la corbeille, l'historique, les favoris et les droits.",
    },
    bitwarden: {
      name: 'Bitwarden (JSON chiffré)',
      detail: 'Chiffré. Se reprend dans Bitwarden, Vaultwarden ou KeePassXC.',
    },
    'bitwarden-clear': {
      name: 'Bitwarden (JSON non chiffré)',
      detail: 'Pour les programmes qui ne lisent pas le format chiffré.',
    },
    csv: {
      name: 'CSV (non chiffré)',
      detail: "Un tableau, au format du modèle d'import.",
    },
    sheet: {
      name: 'Fiche de secours (PDF à imprimer)',
      detail: `Pour le papier\u00a0: identifiants, mots de passe, champs supplémentaires, QR codes des OTP et des réseaux Wi-Fi. ${exportLimits.sheetItems} mots de passe au plus.`,
    },
  } satisfies Record<ExportFormat, FormatText>,
  clearTitle: "Ce fichier n'est pas chiffré",
  clearDetail: "Quiconque l'ouvre lit tous les mots de passe. Préférez un format chiffré si vous le pouvez.",
  password: 'Mot de passe du fichier',
  passwordHelp: `${exportLimits.passwordLength} caractères au moins. Sans lui, le fichier ne pourra plus être ouvert.`,
  passwordShort: `Le mot de passe du fichier doit avoir ${exportLimits.passwordLength} caractères au moins.`,
  confirmation: 'Confirmation du mot de passe',
  differs: 'Les deux mots de passe sont différents.',
  /** By what a format may hold. */
  withOld: {
    passwords: {
      name: 'Anciens mots de passe',
      detail: 'Ajoute à chaque élément ses mots de passe précédents.',
    },
    all: {
      name: 'Anciennes valeurs',
      detail: 'Ajoute à chaque élément les valeurs précédentes de tous ses champs, avec leurs dates.',
    },
  },
  recorded: "L'export est inscrit au journal, avec chaque élément exporté.",
  submit: 'Exporter',
  running: 'Préparation du fichier…',
  doneTitle: 'Export terminé',
  done: (file: string) => `Le fichier «\u00a0${file}\u00a0» a été téléchargé.`,
  afterwards:
    "Supprimez-le dès que vous n'en avez plus besoin, et videz la corbeille de l'ordinateur\u00a0: il contient vos mots de passe.",
  /** What KeePass would read in another way, each with the number of items. */
  remarksTitle: 'À vérifier dans KeePass',
  remarks: {
    otpPeriod: (count) =>
      `${counted(count, 'code OTP change', 'codes OTP changent')} plus rarement que toutes les 60 secondes, ce que certains programmes ne suivent pas.`,
    placeholders: (count) =>
      `${counted(count, 'élément contient', 'éléments contiennent')} un texte entre accolades ou entre %, comme {TITLE}, que KeePass remplace quand il copie ou saisit la valeur.`,
    tabs: (count) =>
      `${counted(count, 'élément contient', 'éléments contiennent')} une tabulation, que KeePass retire si la valeur y est modifiée.`,
    tags: (count) =>
      `${counted(count, 'élément a', 'éléments ont')} une étiquette avec deux-points, où KeePass la couperait\u00a0: les étiquettes restent dans un champ.`,
  } satisfies Record<ExportRemark, (count: number) => string>,
  close: 'Fermer',
} as const
