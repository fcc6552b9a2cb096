import { counted, formatNumber } from '#texts/platform/format.ts'

/** The import dialog, from the choice of a source to what came in. */
export const importTexts = {
  title: 'Importer des mots de passe',
  choice: "D'où viennent-ils\u202f?",
  sources: {
    lockself: {
      name: 'LockSelf',
      detail: 'Fichier CSV exporté de LockSelf, à 11 ou 12 colonnes',
      howTo:
        'Dans LockSelf, exportez vos mots de passe au format CSV, déchiffrés. Les catégories deviennent des dossiers.',
    },
    keepass: {
      name: 'KeePass',
      detail: 'Fichier XML de KeePass 1 ou 2, de KeePassX ou de KeePassXC',
      howTo:
        'Dans KeePass 2\u00a0: Fichier, Exporter, «\u00a0KeePass XML (2.x)\u00a0»\u202f; dans KeePass 1, au format XML. Les groupes deviennent des dossiers.',
    },
    csv: {
      name: 'CSV',
      detail: "Tableau dont la première ligne nomme les colonnes\u00a0: le modèle, ou l'export d'un tableur",
      howTo:
        "La première ligne nomme les colonnes\u00a0: Nom, Identifiant, Mot de passe, Adresse, Description, OTP, Dossier. L'ordre est libre\u202f; «\u00a0/\u00a0» sépare les dossiers.",
    },
  },
  changeSource: 'Changer de source',
  template: 'Télécharger le modèle CSV',
  limit: (ending: string, kilobytes: string) => `${ending} (${kilobytes} au plus)`,
  file: 'Fichier à importer',
  afterwards: "Supprimez le fichier après l'import\u00a0: il contient tout en clair.",
  destination: 'Destination\u00a0: ',
  root: (chest: string) => `${chest}, à la racine`,
  submit: 'Importer',
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
  /** Of a file that holds nothing but the categories of LockSelf. */
  categoriesTitle: 'Créer les dossiers\u202f?',
  createFolders: 'Créer les dossiers',
  again: 'Choisir un autre fichier',
  close: 'Fermer',
  see: 'Voir les mots de passe',
} as const
