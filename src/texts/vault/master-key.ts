import { counted, plural } from '#texts/platform/format.ts'
import type { MasterKeyFault } from '#domain/platform/account-password.ts'
import { masterKeyLimits } from '#domain/platform/limits.ts'

const elements = (count: number) => counted(count, 'élément', 'éléments')

/** The dialogs of master keys. */
export const masterKeyTexts = {
  /** A new key. */
  field: 'Clé maître',
  newField: 'Nouvelle clé maître',
  confirmation: 'Confirmation de la clé maître',
  differs: 'Mot de passe incorrect',
  length: '15 caractères au moins, 256 au plus',
  weak: "Cette clé est trop simple : allongez-la, ou mêlez-y d'autres caractères",
  generateLabel: 'Générer une clé de six mots',
  generateDetail: 'Une phrase de mots tirés au hasard : elle se retient, et ne se devine pas.',
  generated: 'Votre clé maître',
  generatedDetail: 'Notez-la maintenant dans un endroit sûr : elle ne pourra plus être affichée.',
  copyGenerated: 'Copier la clé maître',
  generateFailed: 'Erreur dans la génération du mot de passe',
  optional:
    "Facultative. Avec une clé maître, le coffre ne s'ouvre qu'à ceux qui la connaissent, même parmi les administrateurs.",
  lostForGood:
    'Trousseau ne garde pas cette clé. Si elle est perdue, personne ne pourra rouvrir ce coffre, pas même un administrateur.',

  /** Unlocking. */
  open: {
    title: 'Coffre protégé',
    intro: (name: string) =>
      `Le coffre «\u00a0${name}\u00a0» est protégé par une clé maître. Elle vous a été confiée par la personne qui gère ce coffre.`,
    submit: 'Ouvrir le coffre',
    changeChest: 'Changer de coffre',
    failed: 'Veuillez vérifier votre saisie',
    wrong: (left: number | null) =>
      left === null
        ? 'Clé maître incorrecte.'
        : `Clé maître incorrecte. Il reste ${counted(left, 'essai', 'essais')} avant la fin de la session.`,
    empty: 'Saisissez la clé maître',
  },

  /** Managing the master key. */
  manage: {
    current: 'Clé maître actuelle',
    protectTitle: 'Protéger par une clé maître',
    protectWhat:
      "Tout le contenu du coffre est rechiffré. Ensuite, chaque personne qui y a accès devra saisir la clé maître pour l'ouvrir, et de nouveau après 15 minutes sans usage.",
    protectWho:
      "Prévenez les personnes qui utilisent ce coffre, et confiez-leur la clé de vive voix ou par un autre moyen que cette application. Sans elle, elles n'y auront plus accès.",
    protectSubmit: 'Protéger le coffre',
    protected: 'Coffre protégé',
    changeTitle: 'Changer la clé maître',
    changeWhat:
      "L'ancienne clé n'ouvrira plus le coffre. Il se referme aussitôt pour toutes les personnes qui l'ont ouvert.",
    changeWho:
      'Confiez la nouvelle clé aux personnes qui utilisent ce coffre, par un autre moyen que cette application.',
    leaked: 'La clé actuelle a fuité',
    leakedDetail:
      "À cocher si quelqu'un a pu la connaître sans y être autorisé. Tout le contenu est alors rechiffré sous une clé nouvelle, ce qui peut durer plusieurs minutes. Pensez aussi à changer les mots de passe que le coffre contient.",
    changeSubmit: 'Changer la clé',
    changed: 'Clé maître changée',
    removeTitle: 'Retirer la protection',
    removeWhat:
      "Le coffre s'ouvrira sans clé maître à toutes les personnes qui y ont accès, et ses mots de passe compteront dans la recherche et les indicateurs.",
    removeWho: "Prévenez les personnes qui l'utilisent\u00a0: la clé maître ne leur sera plus demandée.",
    removeSubmit: 'Retirer la protection',
    removed: 'Protection retirée',
    failed: 'Erreur pendant la mise à jour',
    same: "La nouvelle clé est la même que l'actuelle",
  },

  renewal: {
    label: 'Rechiffrement du coffre',
    progress: (done: number, total: number) => `${elements(done)} sur ${total}`,
    goesOn:
      'Vous pouvez fermer cette fenêtre\u00a0: le rechiffrement continue, et reste visible dans le menu du coffre.',
    title: 'Rechiffrement en cours',
    doneTitle: 'Rechiffrement terminé',
    done: 'Le rechiffrement du coffre est terminé',
  },
} as const

/** The server's messages about master keys. */
export const masterKeyServerTexts = {
  locked: 'Coffre verrouillé',
  faults: {
    TOO_SHORT: `La clé maître doit compter au moins ${masterKeyLimits.minimum} caractères`,
    TOO_LONG: `La clé maître doit compter au plus ${masterKeyLimits.maximum} caractères`,
    TOO_FEW_BITS: `La clé maître doit compter au moins ${masterKeyLimits.minimumBits} bits`,
    COMMON: 'Cette clé maître est trop répandue',
    GUESSABLE:
      'Cette clé maître se devine trop facilement : mots courants, noms, dates et suites sont essayés en premier. Une phrase de mots tirés au hasard résiste bien',
    UNCHANGED: 'La nouvelle clé maître doit être différente de la précédente',
  },
} as const satisfies { locked: string; faults: Record<MasterKeyFault | 'UNCHANGED', string> }

/** Recovery shares of a master key. */
export const recoveryTexts = {
  offer: 'Imprimer des parts de secours',
  offerDetail:
    "La clé est découpée en plusieurs parts, à ranger dans des lieux différents. Un certain nombre d'entre elles suffit à la retrouver\u00a0: protégez-les autant qu'elle.",
  count: 'Parts imprimées',
  needed: 'Parts nécessaires',
  title: 'Parts de secours',
  intro: (needed: number, count: number, chest: string) =>
    `${needed} de ces ${count} parts suffisent à retrouver la clé maître du coffre «\u00a0${chest}\u00a0». Imprimez-les maintenant\u00a0: Trousseau ne les garde pas, et elles ne pourront plus être affichées.`,
  advice:
    "Rangez chaque part dans un lieu différent. Si l'une d'elles est volée ou perdue, changez la clé maître\u00a0: les anciennes parts ne vaudront plus rien.",
  /** Clearing it before it is pasted would lose it. */
  stays:
    'Une part copiée reste dans le presse-papiers\u00a0: collez-la en lieu sûr, puis copiez autre chose.',
  print: 'Imprimer',
  close: 'Terminer',
  list: 'Parts',
  part: (number: number, count: number) => `Part ${number} sur ${count}`,
  qrOf: (number: number) => `QR code de la part ${number}`,
  copy: (number: number) => `Copier la part ${number}`,
  notPrinted: 'Fermer sans imprimer\u00a0?',
  notPrintedDetail: "Les parts n'ont pas été imprimées. Une fois cette fenêtre fermée, elles seront perdues.",
  closeAnyway: 'Fermer',
  sheet: (needed: number) =>
    `Gardez cette feuille en lieu sûr. ${needed}\u00a0${plural(needed, 'part', 'parts')} de ce coffre suffisent à retrouver sa clé maître. Pour s'en servir\u00a0: ouvrir le coffre dans Trousseau, puis «\u00a0Utiliser des parts de secours\u00a0».`,
  sheetTitle: (chest: string) => `Trousseau\u00a0– coffre «\u00a0${chest}\u00a0»`,
  failed: "Les parts de secours n'ont pas pu être préparées",

  use: 'Utiliser des parts de secours',
  useTitle: 'Parts de secours',
  useIntro: (chest: string) =>
    `Saisissez ou collez l'une après l'autre les parts du coffre «\u00a0${chest}\u00a0», telles qu'elles sont imprimées. Elles ne quittent pas ce navigateur.`,
  field: 'Une part',
  placeholder: 'TRS1-…',
  add: 'Ajouter cette part',
  given: (given: number, needed: number) => `${given} sur ${needed} parts saisies`,
  found: 'Clé maître retrouvée. Vous pouvez ouvrir le coffre, puis la noter ou la changer.',
  faults: {
    FORMAT: "Ce n'est pas une part de secours. Elle commence par TRS1 et se copie en entier.",
    CHECK: 'Un caractère de cette part est faux\u00a0: comparez-la à la feuille imprimée.',
    OTHER_CHEST: "Cette part est celle d'un autre coffre.",
    OTHER_SET: "Cette part ne va pas avec les précédentes\u00a0: elle vient d'une autre impression.",
    TWICE: 'Cette part est déjà saisie.',
    NOTHING: 'Ces parts ne permettent de retrouver aucune clé.',
  },
} as const
