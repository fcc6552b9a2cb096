import { counted } from '#texts/platform/format.ts'

const elements = (count: number) => counted(count, 'élément', 'éléments')

/** The lock of guardian chests, as its dialogs speak of it. */
export const masterKeyTexts = {
  /** A key being chosen. */
  field: 'Clé maître',
  newField: 'Nouvelle clé maître',
  confirmation: 'Confirmation de la clé maître',
  differs: 'Mot de passe incorrect',
  length: '15 caractères au moins, 256 au plus',
  weak: "Cette clé est trop simple : allongez-la, ou mêlez-y d'autres caractères",
  refused: 'Cette clé est trop connue ou trop simple : choisissez-en une autre',
  generate: 'Générer',
  generateLabel: 'Générer une clé de six mots',
  generated: 'Votre clé maître',
  generatedDetail: 'Notez-la maintenant dans un endroit sûr : elle ne pourra plus être affichée.',
  copyGenerated: 'Copier la clé maître',
  generateFailed: 'Erreur dans la génération du mot de passe',
  optional:
    "Facultative. Avec une clé maître, le coffre ne s'ouvre qu'à ceux qui la connaissent, même parmi les administrateurs.",
  lostForGood:
    'Trousseau ne garde pas cette clé. Si elle est perdue, personne ne pourra rouvrir ce coffre, pas même un administrateur.',

  /** Opening. */
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

  /** Managing the lock. */
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
