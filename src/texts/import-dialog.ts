import { counted, formatNumber } from './format.ts'

/** The import dialog, from the choice of a source to what came in. */
export const importTexts = {
  title: 'Importer des mots de passe',
  choice: "D'où viennent-ils\u202f?",
  sources: {
    keepass: {
      name: 'KeePass',
      detail: 'Fichier XML exporté de KeePass 2, ou de KeePassXC au format «\u00a0KeePass XML\u00a0»',
    },
  },
  file: 'Fichier à importer',
  howTo:
    "Dans KeePass\u00a0: Fichier, Exporter, «\u00a0KeePass XML (2.x)\u00a0». Supprimez le fichier après l'import\u00a0: il contient tout en clair.",
  destination: 'Destination\u00a0: ',
  root: (chest: string) => `${chest}, à la racine`,
  submit: 'Importer',
  back: 'Revenir',
  running: 'Import en cours…',
  runningCount: (count: number) => `Import de ${counted(count, 'entrée', 'entrées')}…`,
  /** What the server does with the entries, in their order. */
  stages: {
    judging: 'Évaluation des mots de passe',
    sealing: 'Chiffrement',
    writing: 'Enregistrement',
  },
  progress: (done: number, total: number) =>
    `${formatNumber(done)} sur ${counted(total, 'entrée', 'entrées')}`,
  stayHere: 'Gardez cette fenêtre ouverte. Si quelque chose ne va pas, rien ne sera importé.',
  doneTitle: 'Import terminé',
  fails: (count: number) => counted(count, 'entrée à vérifier', 'entrées à vérifier'),
  failLine: 'Ligne ou nom',
  failMessage: 'Message',
  /** Where in the file: a line by its number, an entry by its name. */
  failPlace: (where: string | number) =>
    typeof where === 'number' ? `Ligne\u00a0${formatNumber(where)}` : where,
  errorTitle: "L'import a échoué",
  nothingDone: "Rien n'a été importé.",
  again: 'Choisir un autre fichier',
  close: 'Fermer',
  see: 'Voir les mots de passe',
  tooLarge: (kilobytes: string) => `Fichier trop volumineux. Taille maximale: ${kilobytes}`,
} as const
