/** What is said about clearing the clipboard after a copy. */
export const clipboardTexts = {
  cleared: 'Presse-papiers vidé',
  due: 'Presse-papiers à vider\u00a0: appuyez sur une touche ou cliquez dans cette page',
  refused: "Le presse-papiers n'a pas pu être vidé\u00a0: copiez autre chose",
} as const
