import { fieldLimits } from '#domain/platform/limits.ts'
import type { ImportStage } from '#domain/vault/import-stages.ts'
import { counted, formatNumber } from '#texts/platform/format.ts'

const copyMark = ' (copie)'

/** Returns the name of a copy that stands beside its original, within the limit of names. */
export function nameOfCopy(name: string): string {
  let kept = name
  while (kept.length + copyMark.length > fieldLimits.name) kept = Array.from(kept).slice(0, -1).join('')
  return `${kept}${copyMark}`
}

/** The messages of the calls that copy and move between chests. */
export const copyMessages = {
  copied: (count: number) => (count > 1 ? 'Copies créées' : 'Copie créée'),
  moved: (count: number) => (count > 1 ? 'Éléments déplacés' : 'Élément déplacé'),
} as const

/** The sentences of their refusals. */
export const copyRefusals = {
  running: "Une copie ou un déplacement que vous avez lancé est en cours\u00a0: attendez qu'il se termine.",
  tooLarge: (elements: number) =>
    `Plus de ${counted(elements, 'élément', 'éléments')} à la fois\u00a0: copiez ou déplacez les sous-dossiers un par un.`,
  intoItself: 'Un dossier ne peut pas être copié dans lui-même',
  sameChest: "Cet élément est déjà dans ce coffre\u00a0: utilisez 'Déplacer' pour changer de dossier",
} as const

type Side = {
  readonly teams: readonly { readonly name: string; readonly people: number }[]
  readonly people: readonly {
    readonly firstName: string
    readonly lastName: string
    readonly login: string
  }[]
}

const nameOf = ({ firstName, lastName, login }: Side['people'][number]): string =>
  `${firstName} ${lastName}`.trim() || login

/** Names beyond which the rest is counted. */
const mostNamed = 12

const elementsOf = (count: number): string => counted(count, 'élément', 'éléments')

/** The dialog that copies or moves elements to another chest, and what follows. */
export const copyTexts = {
  titles: {
    copy: {
      one: (name: string) => `Copier «\u00a0${name}\u00a0» vers un autre coffre`,
      several: (count: number) => `Copier ${elementsOf(count)} vers un autre coffre`,
    },
    move: {
      one: (name: string) => `Déplacer «\u00a0${name}\u00a0» vers un autre coffre`,
      several: (count: number) => `Déplacer ${elementsOf(count)} vers un autre coffre`,
    },
  },
  target: 'Coffre de destination\u00a0: ',
  otherChest: 'Choisir un autre coffre',
  tree: 'Dossiers de destination',
  filter: 'Chercher un dossier',
  noRight: "Vous n'avez pas le droit de créer dans ce coffre. Choisissez-en un autre.",
  key: (chest: string) => `Clé maître du coffre «\u00a0${chest}\u00a0»`,
  keyNeeded: 'Ce coffre est protégé\u00a0: sa clé maître est nécessaire.',
  atRoot: "Ses dossiers restent cachés tant que vous ne l'avez pas ouvert\u00a0: tout ira à sa racine.",
  keyWrong: (left: number | null) =>
    left === null
      ? 'Clé maître incorrecte'
      : `Clé maître incorrecte. ${counted(left, 'essai restant', 'essais restants')}.`,
  submit: { copy: 'Copier ici', move: 'Déplacer ici' },
  running: { copy: 'Copie en cours…', move: 'Déplacement en cours…' },
  /** The stages of the server, in order. */
  stages: {
    judging: 'Lecture',
    attaching: 'Copie des pièces jointes',
    sealing: 'Chiffrement',
    writing: 'Enregistrement',
  },
  progress: (stage: ImportStage, done: number, total: number) =>
    `${formatNumber(done)} sur ${stage === 'attaching' ? counted(total, 'pièce jointe', 'pièces jointes') : elementsOf(total)}`,
  notes: {
    copy: "Les pièces jointes suivent\u00a0; l'historique et les anciennes valeurs restent ici. La copie est inscrite au journal comme une lecture de chaque élément.",
    move: "L'historique, les anciennes valeurs et les pièces jointes suivent. Le déplacement est inscrit au journal des deux coffres.",
  },
  withoutOtp: 'Sans le droit de modifier dans ce coffre, les secrets OTP ne sont pas copiés.',
  sight: {
    title: 'Qui verra, qui ne verra plus',
    gains: (count: number) =>
      count === 0
        ? 'Personne de plus ne pourra le voir.'
        : `${counted(count, 'personne de plus pourra', 'personnes de plus pourront')} le voir\u00a0: `,
    loses: {
      copy: (count: number) =>
        count === 0
          ? ''
          : `${counted(count, 'personne de ce coffre ne verra', 'personnes de ce coffre ne verront')} pas la copie\u00a0: `,
      move: (count: number) =>
        count === 0
          ? 'Personne ne cessera de le voir.'
          : `${counted(count, 'personne ne pourra', 'personnes ne pourront')} plus le voir\u00a0: `,
    },
    failed: "La liste des personnes n'a pas pu être chargée.",
    /** The names of a side, teams first. */
    names: ({ teams, people }: Side): string => {
      const names = [
        ...teams.map(
          ({ name, people: members }) => `groupe ${name} (${counted(members, 'personne', 'personnes')})`,
        ),
        ...people.map(nameOf),
      ]
      const left = names.length - mostNamed
      return left <= 1 ? names.join(', ') : `${names.slice(0, mostNamed).join(', ')} et ${left} autres`
    },
  },
  show: 'Afficher',
  undo: 'Annuler',
  undone: 'Déplacement annulé',
  undoFailed: "Le déplacement n'a pas pu être annulé",
  duplicated: (name: string) => `«\u00a0${name}\u00a0» dupliqué`,
  done: {
    copy: (count: number) => counted(count, 'élément copié', 'éléments copiés'),
    move: (count: number) => counted(count, 'élément déplacé', 'éléments déplacés'),
  },
  into: (chest: string, leftOtps: number) => {
    const left =
      leftOtps === 0
        ? ''
        : `. Sans le droit de modifier, ${counted(leftOtps, "secret OTP n'a pas été copié", "secrets OTP n'ont pas été copiés")}`
    return `Dans le coffre «\u00a0${chest}\u00a0»${left}`
  },
} as const
