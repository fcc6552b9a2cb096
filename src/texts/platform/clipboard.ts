/** What is said about clearing the clipboard after a copy. */
export const clipboardTexts = {
  cleared: 'Presse-papiers vidé',
  due: "Presse-papiers à vider\u00a0: cliquez dans cette page, hors d'un champ",
  refused: "Le presse-papiers n'a pas pu être vidé\u00a0: copiez autre chose",
} as const
