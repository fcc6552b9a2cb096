import { counted } from '#texts/platform/format.ts'

const minutes = (count: number) => counted(count, 'minute', 'minutes')

/** The lock of guardian chests on the pages of a chest. Its dialogs have texts of their own. */
export const chestLockTexts = {
  /** In place of a locked chest. */
  closed: {
    title: 'Ce coffre est protégé',
    detail: "La clé maître est demandée pour voir ce qu'il contient.",
    again: 'Le coffre est de nouveau verrouillé\u00a0: saisissez la clé maître pour continuer.',
    kept: "Le coffre s'est refermé. Ce que vous étiez en train de saisir est gardé\u00a0: saisissez la clé maître pour continuer.",
    open: 'Saisir la clé maître',
    changeChest: 'Changer de coffre',
  },

  /** While it is unlocked. */
  lockNow: 'Verrouiller maintenant',
  locked: 'Coffre verrouillé',
  lockFailed: "Le coffre n'a pas pu être verrouillé",
  mark: 'Coffre déverrouillé',
  closesIn: (count: number) =>
    count <= 0 ? "Se referme dans moins d'une minute" : `Se referme après ${minutes(count)} sans usage`,
  closesInShort: (count: number) => (count <= 0 ? '<\u202f1\u00a0min' : `${count}\u00a0min`),
  renewal: (percent: number) => `Rechiffrement\u00a0: ${percent}\u00a0%`,

  /** The actions on it. */
  protect: 'Protéger par une clé maître',
  change: 'Changer la clé maître',
  remove: 'Retirer la protection',
  followRenewal: 'Suivre le rechiffrement',
} as const
