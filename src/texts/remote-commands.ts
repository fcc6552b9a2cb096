import { counted, formatExactDate, nbsp, plural } from './platform/format.ts'
import { importTexts } from './vault/imports.ts'
import { managerImportTexts } from './vault/manager-imports.ts'

/** The options that both commands have. */
const signInOptions = [
  "--url adresse  l'adresse du serveur ; par défaut celle des réglages",
  "--login identifiant, --ldap  la personne, et si son compte est celui de l'annuaire",
  '--chest coffre  le numéro ou le nom du coffre ; --folder numéro  un de ses dossiers',
  "--password-file, --totp-file, --master-key-file  des fichiers pour le mot de passe, le secret de l'application d'authentification et la clé maître ; ce qui manque est demandé",
] as const

/** The help of `import` and `export`. */
export const remoteHelp = {
  import: {
    summary: "importe un fichier dans un coffre d'un serveur en marche, après un aperçu",
    options: [
      ...signInOptions,
      'fichier  celui à importer ; --format format  si son contenu ne suffit pas',
      '--file-password-file, --key-file  ce qui ouvre le fichier',
      '--with-old, --with-bin, --with-favourites  importe aussi les anciennes valeurs, la corbeille, les favoris',
      '--answer question=réponse…  répond aux questions du fichier, comme header=yes, ou mapping=["title","login","password"] pour ses colonnes',
      '--choice verdict=choix…  ce qui est fait des entrées : new, changed, conflict ou trashed = leave (laisser), file (prendre le fichier) ou both (garder les deux)',
      "--choice entrée=choix…  la même chose pour une seule entrée, par son numéro dans l'aperçu ou par son chemin : 4=file, Réseau/Routeur=both",
      '--yes  importe sans demander ; refuse si une question reste sans réponse',
      "--list  montre les imports du coffre ; --undo numéro  annule l'un d'eux, pendant trente jours",
    ],
  },
  export: {
    summary: "exporte un coffre d'un serveur en marche dans un fichier",
    options: [
      ...signInOptions,
      '--item numéro…  seulement ces mots de passe',
      '--format kdbx | trousseau | bitwarden | bitwarden-clear | csv | sheet',
      "--out fichier  celui à écrire, qui n'existe pas encore",
      '--file-password-file  le mot de passe du fichier ; --with-old  avec les anciennes valeurs',
    ],
  },
} as const

type Verdict = keyof typeof managerImportTexts.verdicts

const importStates = {
  undone: managerImportTexts.list.undone,
  undoable: 'Peut être annulé',
  inPlace: managerImportTexts.list.inPlace,
} as const
type ImportLine = {
  readonly id: number
  /** Null where its name was not kept. */
  readonly file: string | null
  readonly format: string
  readonly at: number
  readonly user: string
  readonly counts: Parameters<typeof managerImportTexts.list.content>[0]
  readonly state: keyof typeof importStates
}

/** `trousseau import` and `trousseau export`. */
export const remoteTexts = {
  missing: (option: string) => `Il manque ${option}.`,
  file: 'le fichier à importer',
  oneFile: 'Un seul fichier à la fois.',
  oneTask: "--list et --undo s'emploient seuls, sans fichier.",
  notNumber: (option: string) => `${option} est un numéro.`,
  unknownFormat: (name: string, known: readonly string[]) =>
    `Le format «${nbsp}${name}${nbsp}» n'existe pas. Formats connus${nbsp}: ${known.join(', ')}.`,
  badAddress: (address: string) => `L'adresse ${address} n'est pas celle d'un serveur.`,
  insecure: (address: string) =>
    `L'adresse ${address} n'est pas en https${nbsp}: un mot de passe n'y sera pas envoyé.`,
  unreachable: (address: string) => `Le serveur ne répond pas à l'adresse ${address}. Est-il démarré${nbsp}?`,
  notTrousseau: (address: string) => `Ce qui répond à l'adresse ${address} n'est pas Trousseau.`,
  unreadableFile: (path: string) => `Le fichier ${path} ne peut pas être lu.`,
  notUtf8: (path: string) => `Le fichier ${path} n'est pas en UTF-8.`,
  unwritable: (path: string) => `Le fichier ${path} ne peut pas être écrit.`,
  exists: (path: string) => `Le fichier ${path} existe déjà.`,
  login: `Identifiant${nbsp}: `,
  password: `Mot de passe${nbsp}: `,
  token: `Code de l'application d'authentification${nbsp}: `,
  mailToken: `Code reçu par e-mail${nbsp}: `,
  /** An export requires a second proof, and a code is accepted once. */
  nextToken: `Code suivant de l'application (le même ne sert pas deux fois)${nbsp}: `,
  nextMailToken: `Nouveau code reçu par e-mail${nbsp}: `,
  waiting: 'Attente du code suivant…',
  codeRefused: `Code refusé${nbsp}: il est faux, a expiré ou a déjà servi. Le mot de passe est juste.`,
  notEnrolled:
    "Ce compte n'a pas encore de second facteur. Connectez-vous une première fois dans un navigateur.",
  noMethod:
    "Le second facteur de ce compte ne peut pas être donné ici (clé d'accès, ou authentification unique). Il faut une application d'authentification ou le code par e-mail.",
  badTotp: (path: string) => `Le fichier ${path} ne contient pas de secret OTP.`,
  noChest: (name: string) => `Aucun coffre «${nbsp}${name}${nbsp}» n'est visible pour vous.`,
  severalChests: (name: string, ids: readonly number[]) =>
    `Plusieurs coffres s'appellent «${nbsp}${name}${nbsp}»${nbsp}: donnez un numéro (${ids.join(', ')}).`,
  masterKey: (chest: string) => `Clé maître de «${nbsp}${chest}${nbsp}»${nbsp}: `,
  filePassword: `Mot de passe du fichier${nbsp}: `,
  fileConfirmation: `Encore une fois${nbsp}: `,
  differs: 'Les deux mots de passe diffèrent.',
  noAnswer: "Il manque une réponse sur l'entrée standard.",
  source: (format: string, chest: string) =>
    `Fichier lu comme${nbsp}: ${format}. Destination${nbsp}: ${chest}.`,
  count: (verdict: Verdict, count: number) =>
    `  ${managerImportTexts.verdicts[verdict]}${nbsp}: ${counted(count, 'mot de passe', 'mots de passe')}`,
  folders: (count: number) => `  ${counted(count, 'dossier', 'dossiers')} à créer`,
  left: {
    binned: (count: number) =>
      `  Laissé${nbsp}: ${counted(count, 'entrée', 'entrées')} de la corbeille (--with-bin)`,
    former: (count: number) =>
      `  Laissé${nbsp}: ${counted(count, 'ancienne valeur', 'anciennes valeurs')} (--with-old)`,
    favourites: (count: number) =>
      `  ${counted(count, 'favori', 'favoris')} ${plural(count, "n'est pas repris", 'ne sont pas repris')} (--with-favourites)`,
    byChoice: (verdict: Verdict, count: number, choices: readonly string[]) =>
      `  Laissé${nbsp}: ${counted(count, 'mot de passe', 'mots de passe')} «${nbsp}${managerImportTexts.verdicts[verdict]}${nbsp}» (--choice ${verdict}=${choices.join('|')})`,
    entry: (number: number, path: string) => `    ${number}${nbsp}: ${path}`,
    moreEntries: (count: number) => `    … et ${counted(count, 'autre', 'autres')}`,
    attachments: (count: number) =>
      `  ${plural(count, 'Laissée', 'Laissées')}${nbsp}: ${counted(count, 'pièce jointe', 'pièces jointes')}`,
  },
  reasons: (name: string, reasons: readonly string[]) =>
    `  ${name === '' ? managerImportTexts.unnamed : name}${nbsp}: ${reasons.join(' ')}`,
  more: (count: number) => `  … et ${counted(count, 'autre remarque', 'autres remarques')}`,
  badAnswer: (text: string) => `«${nbsp}${text}${nbsp}» n'est pas de la forme question=réponse.`,
  question: (id: string, choices: readonly string[], proposed: string) =>
    `  Question${nbsp}: --answer ${id}=${choices.join('|')} (sans réponse${nbsp}: ${proposed})`,
  mapping: (targets: readonly string[]) =>
    `  Colonnes à vérifier${nbsp}: --answer 'mapping=${JSON.stringify(targets)}'`,
  column: (label: string, target: string) => `    ${label}${nbsp}: ${target}`,
  answersMissing:
    "Des questions restent sans réponse : rien n'a été importé. Donnez les réponses avec --answer.",
  badChoice: (text: string) =>
    `«${nbsp}${text}${nbsp}» n'est pas de la forme verdict=choix ou entrée=choix, comme conflict=file ou 4=both.`,
  noEntry: (entry: string) => `Le fichier n'a pas d'entrée «${nbsp}${entry}${nbsp}».`,
  manyEntries: (entry: string, numbers: readonly number[]) =>
    `Le fichier a plusieurs entrées «${nbsp}${entry}${nbsp}»${nbsp}: donnez le numéro (${numbers.join(', ')}).`,
  entryChoices: (entry: string, choices: readonly string[]) =>
    `Choix possibles pour «${nbsp}${entry}${nbsp}»${nbsp}: ${choices.join(', ')}.`,
  choiceNotAllowed: (verdict: Verdict, choices: readonly string[]) =>
    `Choix possibles pour ${verdict}${nbsp}: ${choices.join(', ')}.`,
  nothing: "Il n'y a rien à importer.",
  nothingChosen: "Rien n'a été importé : ce qui diffère reste comme dans le coffre, sauf avec --choice.",
  confirm: `Importer${nbsp}? [o/N] `,
  isYes: (answer: string) => /^o(?:ui)?$/i.test(answer.trim()),
  givenUp: "Rien n'a été importé.",
  noImports: 'Aucun import dans ce coffre.',
  noImport: (id: number, chest: string) =>
    `Le coffre «${nbsp}${chest}${nbsp}» n'a pas d'import ${id}${nbsp}: --list montre les siens.`,
  importLine: ({ id, file, format, at, user, counts, state }: ImportLine) =>
    `  ${id}${nbsp}: ${file ?? managerImportTexts.list.noFile} (${format}), ${formatExactDate(at)}, ${user}${nbsp}: ${managerImportTexts.list.content(counts)}. ${importStates[state]}.`,
  undoDetail: managerImportTexts.undoDetail,
  confirmUndo: `Annuler cet import${nbsp}? [o/N] `,
  undoGivenUp: "L'import n'a pas été annulé.",
  undone: (count: number) => `${managerImportTexts.undoneTitle}. ${managerImportTexts.undone(count)}`,
  kept: (count: number) => `${managerImportTexts.kept(count)}${nbsp}:`,
  moreKept: (count: number) => `  … et ${counted(count, 'autre', 'autres')}`,
  stale: "Le coffre a changé entre-temps : rien n'a été importé. Relancez la commande.",
  progress: (stage: keyof typeof importTexts.stages, done: number, total: number) =>
    `${importTexts.stages[stage]}${nbsp}: ${importTexts.progress(stage, done, total)}`,
  exporting: "Préparation de l'export…",
  exported: (path: string, size: string) => `Écrit dans ${path} (${size}).`,
  broken: "L'export s'est interrompu : le fichier a été retiré. Relancez la commande.",
} as const
