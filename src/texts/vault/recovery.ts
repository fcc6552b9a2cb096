import { plural } from '#texts/platform/format.ts'

/** Recovery shares of a master key. */
export const recoveryTexts = {
  offer: 'Imprimer des parts de secours',
  offerDetail:
    "La clé est découpée en plusieurs parts, à ranger dans des lieux différents. Un certain nombre d'entre elles suffit à la retrouver\u00a0: elles valent autant qu'elle.",
  count: 'Parts imprimées',
  needed: 'Parts nécessaires',
  title: 'Parts de secours',
  intro: (needed: number, count: number, chest: string) =>
    `${needed} de ces ${count} parts suffisent à retrouver la clé maître du coffre «\u00a0${chest}\u00a0». Imprimez-les maintenant\u00a0: Trousseau ne les garde pas, et elles ne pourront plus être affichées.`,
  advice:
    "Rangez chaque part dans un lieu différent. Si l'une d'elles est volée ou perdue, changez la clé maître\u00a0: les anciennes parts ne vaudront plus rien.",
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
    NOTHING: 'Ces parts ne donnent aucune clé.',
  },
} as const
