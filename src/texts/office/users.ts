import { counted, plural, nbsp } from '#texts/platform/format.ts'

const noMailServer = "Aucun serveur d'e-mail n'est configuré."
const mailRemedy = `Pour que les e-mails partent, définissez SMTP_URL et TROUSSEAU_MAIL_FROM, redémarrez Trousseau, puis choisissez «${nbsp}Réinitialiser le mot de passe${nbsp}»${nbsp}: un nouveau lien partira.`
const people = (count: number): string => counted(count, 'utilisateur', 'utilisateurs')

/** A cell of a CSV file. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The back office of users. */
export const userTexts = {
  title: 'Backoffice utilisateurs',
  list: 'Utilisateurs',
  filter: 'Filtrer les utilisateurs',
  count: people,
  none: "Il n'y a pas d'utilisateur à afficher",
  noResult: 'Aucun résultat',
  loadFailed: 'Erreur pendant le chargement des utilisateurs',
  readFailed: 'Erreur pendant la récupération des infos',
  create: 'Créer un utilisateur',
  importCsv: 'Importer un CSV',
  columns: {
    id: 'N°',
    name: 'Nom',
    login: 'Identifiant',
    email: 'E-mail',
    role: 'Rôle et type',
    state: 'État',
    banks: 'Banques',
    teams: 'Groupes',
    lastSignIn: 'Dernière connexion',
  },
  neverSignedIn: 'Jamais',
  /** The filters above the list. */
  filters: {
    label: 'Filtres',
    /** On the button that unfolds them on a phone. */
    some: (count: number) => (count === 0 ? 'Filtres' : `Filtres\u00a0: ${count}`),
    role: 'Filtrer par rôle',
    anyRole: 'Tous les rôles',
    state: 'Filtrer par état',
    anyState: 'Tous les états',
    states: { active: 'Actifs', inactive: 'Inactifs', blocked: 'Bloqués' },
    bank: 'Filtrer par banque',
    anyBank: 'Toutes les banques',
    team: 'Filtrer par groupe',
    anyTeam: 'Tous les groupes',
    teamNumber: (id: number) => `Groupe N°\u00a0${id}`,
    signIn: 'Filtrer par dernière connexion',
    anySignIn: 'Toutes les connexions',
    signIns: {
      within30Days: 'Connectés depuis 30 jours',
      over30Days: 'Pas depuis 30 jours',
      over90Days: 'Pas depuis 90 jours',
      never: 'Jamais connectés',
    },
    clear: 'Effacer les filtres',
  },
  types: { STANDARD: 'Standard', DIRECTOR: 'Directeur' },
  states: { 1: 'Actif', 2: 'Inactif' },
  blocked: 'Bloqué',
  blockedUntil: (moment: string) => `jusqu'au ${moment}`,
  /** @param reason why the directory refused the person */
  refused: (reason: string) => `Dernier refus${nbsp}: ${reason}`,
  unsent: (isInvitation: boolean, isWaiting: boolean): string =>
    isInvitation
      ? `Invitation ${isWaiting ? 'pas encore envoyée' : 'non envoyée'}`
      : `E-mail ${isWaiting ? 'pas encore envoyé' : 'non envoyé'}`,
  actions: {
    edit: 'Modifier',
    access: 'À quoi cette personne a-t-elle accès\u202f?',
    resetPassword: 'Réinitialiser le mot de passe',
    resetQrCode: 'Réinitialiser le QR code',
    unblock: 'Débloquer',
    sendLogin: "Envoyer l'identifiant",
    sessions: 'Sessions',
    sso: 'Authentification unique',
    relink: 'Relier à nouveau',
    remove: 'Supprimer',
  },
  dialog: {
    createTitle: 'Nouvel utilisateur',
    editTitle: (name: string) => `Modifier ${name}`,
    login: 'Identifiant',
    email: 'E-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    role: 'Rôle',
    type: 'Type',
    typeDetail: "Un directeur voit le tableau de bord de l'organisation.",
    state: 'État',
    directory: 'Annuaire (AD)',
    noDirectory: 'Aucun',
    sam: 'Compte SAM',
    samDetail:
      "Pour une personne recréée dans l'annuaire sous le même nom, choisissez «\u00a0Relier à nouveau\u00a0» dans le menu de sa ligne.",
    submitCreate: 'Créer',
    several: 'Plusieurs à la fois',
    single: 'Une seule personne',
    loginDetail: 'Proposé à partir du nom.',
    places: {
      banks: { search: 'Chercher une banque', noneAvailable: "Il n'y a pas encore de banque" },
      teams: { search: 'Chercher un groupe', noneAvailable: "Il n'y a pas encore de groupe" },
    },
    noPlace: "Sans banque ni groupe, l'accès se limite aux coffres qui n'ont pas de banque.",
    full: (bank: string, active: number, maximum: number) =>
      `Limite atteinte dans «\u00a0${bank}\u00a0»\u00a0: ${active} ${plural(active, 'intervenant actif', 'intervenants actifs')} sur ${maximum}. Choisissez un autre rôle ou libérez une place.`,
    loginFormat: 'Au moins deux caractères\u00a0: lettres, chiffres et . _ - + @, sans espace',
    emailFormat: 'Une adresse telle que prenom.nom@exemple.fr',
    nameFormat: "Des lettres, espaces, apostrophes, traits d'union, virgules et parenthèses",
    samFormat: '20 caractères au plus, sans " / \\ [ ] : ; | = , + * ? < > @ ni point final',
  },
  /** The mail of a new user. Without a mail server it is a file. */
  invitation: {
    one: 'Cette personne recevra un e-mail avec un lien pour choisir son mot de passe.',
    many: 'Chaque personne reçoit un e-mail avec un lien pour choisir son mot de passe.',
    unsentOne: `${noMailServer} Cette personne ne recevra rien${nbsp}: l'e-mail avec son lien s'écrit dans le dossier «${nbsp}mails${nbsp}» des données du serveur, d'où il faut le transmettre. ${mailRemedy}`,
    unsentMany: `${noMailServer} Personne ne reçoit rien${nbsp}: les e-mails avec les liens s'écrivent dans le dossier «${nbsp}mails${nbsp}» des données du serveur, d'où il faut les transmettre. ${mailRemedy}`,
    ofDirectory:
      "Chaque personne de l'annuaire reçoit un e-mail avec son identifiant, sans lien\u00a0: son mot de passe reste celui de l'annuaire.",
    unsentOfDirectory: `${noMailServer} Personne ne reçoit rien${nbsp}: indiquez à chacun son identifiant. Le mot de passe est celui de l'annuaire.`,
    unsentReset: `${noMailServer} L'e-mail s'écrira dans le dossier «${nbsp}mails${nbsp}» des données du serveur, d'où il faut le transmettre.`,
  },
  /** Several new users, from pasted mails. */
  several: {
    title: 'Nouveaux utilisateurs',
    paste: 'Adresses e-mail',
    pasteDetail:
      'Une par ligne, ou séparées par des virgules ou des points-virgules. Un nom peut précéder\u00a0:',
    pasteExample: 'Marie Durand <marie@exemple.fr>',
    tooMany: (most: number) => `${most} personnes au plus à la fois`,
    none: 'Collez au moins une adresse e-mail',
    twice: 'Déjà dans cette liste',
    table: 'Personnes à créer',
    /** The name of a field in the table. */
    fieldOf: (field: string, email: string) => `${field} de ${email}`,
    drop: (email: string) => `Retirer ${email}`,
    faulty: (count: number) =>
      `${counted(count, 'ligne à corriger', 'lignes à corriger')}. Rien ne sera créé tant qu'il en reste.`,
    submit: (count: number) => (count === 0 ? 'Créer' : `Créer ${people(count)}`),
    created: 'Créé',
  },
  sessions: {
    title: (name: string) => `Sessions de ${name}`,
    none: 'Aucune session ouverte',
    detail:
      'Terminer ces sessions déconnecte aussitôt cette personne, partout. Son mot de passe ne change pas.',
    end: 'Terminer les sessions',
    ended: (count: number) =>
      `${counted(count, 'session', 'sessions')} ${plural(count, 'terminée', 'terminées')}`,
    failed: 'Erreur pendant la récupération des infos',
    close: 'Fermer',
  },
  toasts: {
    created: 'Utilisateur créé',
    createFailed: "Echec lors de création de l'utilisateur",
    updated: 'Utilisateur mis à jour',
    updateFailed: "Erreur pendant la mise à jour de l'utilisateur",
    removed: "L'utilisateur a été supprimé",
    removeFailed: 'Erreur pendant la suppression',
    passwordReset: 'Mot de passe réinitialisé',
    qrCodeReset: 'QR code réinitialisé',
    resetFailed: 'Erreur pendant la réinitialisation',
    unblocked: "L'utilisateur a été débloqué",
    unblockFailed: 'Erreur pendant le déblocage',
    loginSent: "L'email a été envoyé",
    sendFailed: "Erreur pendant l'envoi",
    underWay: "L'e-mail est en cours d'envoi\u00a0: le serveur de messagerie tarde à répondre",
  },
  confirm: {
    remove: {
      title: 'Supprimer cet utilisateur\u202f?',
      detail: (name: string) =>
        `${name} ne pourra plus se connecter et perdra tous ses droits. Son identifiant et son adresse pourront resservir\u202f; l'historique garde son nom.`,
      confirm: 'Supprimer',
    },
    resetPassword: {
      title: 'Réinitialiser le mot de passe\u202f?',
      detail: (name: string) =>
        `Le mot de passe actuel de ${name} ne servira plus. Un e-mail lui sera envoyé avec un lien pour en choisir un autre.`,
      confirm: 'Réinitialiser',
    },
    resetQrCode: {
      title: 'Réinitialiser le QR code\u202f?',
      detail: (name: string) =>
        `Le téléphone de ${name} ne donnera plus de code valable\u00a0; ses clés d'accès et ses codes de secours ne serviront plus, et ses sessions seront terminées. Un nouveau QR code s'affichera à sa prochaine connexion.`,
      confirm: 'Réinitialiser',
    },
    unblock: {
      title: 'Débloquer cet utilisateur\u202f?',
      detail: (name: string) => `Le compte de ${name} est inactif\u00a0: il sera aussi réactivé.`,
      confirm: 'Débloquer',
    },
  },
  importDialog: {
    title: 'Créer des utilisateurs depuis un CSV',
    file: 'Fichier CSV',
    howTo:
      'Une ligne par personne. Colonnes\u00a0: login, email, firstName, lastName, role, bank, teams. Plusieurs banques ou groupes se séparent par «\u00a0|\u00a0».',
    roles:
      'Rôles\u00a0: Intervenant, Administrateur, Super administrateur. Banque vide\u00a0: la banque courante.',
    model: 'Télécharger un modèle',
    modelName: 'modele-utilisateurs.csv',
    /** A file that the server accepts: its header names the columns, its rows show every notation. */
    modelText: [
      'login;email;firstName;lastName;role;bank;teams',
      'marie.durand;marie.durand@exemple.fr;Marie;Durand;Intervenant;;',
      'paul.leroy;paul.leroy@exemple.fr;Paul;Leroy;Administrateur;;',
      '',
    ].join('\r\n'),
    /** The same, with a person of the directory. */
    directoryModelName: 'modele-utilisateurs-annuaire.csv',
    directoryModelText: (directory: string) =>
      [
        'login;email;firstName;lastName;role;bank;teams;directory;sam',
        'marie.durand;marie.durand@exemple.fr;Marie;Durand;Intervenant;;;;',
        'paul.leroy;paul.leroy@exemple.fr;Paul;Leroy;Administrateur;;;;',
        `;;;;Intervenant;;;${cell(directory)};compte.exemple`,
        '',
      ].join('\r\n'),
    directoryHowTo:
      "Pour une personne de l'annuaire, donnez son compte SAM dans la colonne sam. L'identifiant, les noms et l'adresse laissés vides viennent de l'annuaire. Sans colonne sam, la colonne directory nomme l'annuaire, et l'identifiant est le nom de compte.",
    linked: (count: number) => `${counted(count, 'personne a', 'personnes ont')} déjà un compte`,
    hasAccount: 'Déjà un compte',
    linkedDetail: "Ces personnes de l'annuaire ont déjà un compte\u00a0: rien ne change pour elles.",
    absent: (count: number) => counted(count, "absent de l'annuaire", "absents de l'annuaire"),
    absentDetail:
      "L'annuaire n'a pas ces personnes ou les a désactivées, ou son réglage les exclut\u00a0: aucun compte ne sera créé pour elles.",
    accountName: "Nom dans l'annuaire",
    reason: 'Raison',
    check: 'Vérifier le fichier',
    failed: "Le fichier n'a pas pu être lu",
    willCreate: (count: number) =>
      count === 0 ? 'Aucun utilisateur ne sera créé' : `${people(count)} à créer`,
    correct: (count: number) => counted(count, 'ligne correcte', 'lignes correctes'),
    bank: 'Banque',
    role: 'Rôle',
    directory: 'Annuaire',
    mistakes: (count: number) => counted(count, 'erreur', 'erreurs'),
    mistakesDetail:
      'Rien ne sera créé tant que le fichier a des erreurs. Corrigez-le, puis choisissez-le à nouveau.',
    line: 'Ligne',
    message: 'Erreur',
    back: 'Choisir un autre fichier',
    run: (count: number) => `Créer ${people(count)}`,
    done: (count: number) => `${people(count)} ${plural(count, 'créé', 'créés')}`,
    runFailed: "Echec lors de création de l'utilisateur",
  },
} as const

/** Administrators who request a reset of their second factor, above the list of users. */
export const factorResetTexts = {
  title: (name: string, login: string) =>
    `${name} (${login}) demande la réinitialisation de son second facteur`,
  detail: (until: string) =>
    `La demande a été confirmée depuis sa messagerie. Assurez-vous de vive voix qu'elle vient bien de cette personne. Elle expire le ${until}.`,
  others: "C'est à un autre administrateur d'en décider.",
  approve: 'Approuver',
  refuse: 'Refuser',
  confirm: {
    title: 'Approuver la réinitialisation\u202f?',
    detail: (name: string) =>
      `Le second facteur de ${name} ne servira plus et ses sessions seront terminées. À sa prochaine connexion, son mot de passe suffira pour en associer un nouveau.`,
  },
} as const

/** The identity of single sign-on that is linked to a user. */
export const userSsoTexts = {
  title: (name: string) => `Authentification unique de ${name}`,
  readFailed: 'Erreur pendant la récupération des infos',
  none: "Aucune identité de l'authentification unique n'est liée à ce compte.",
  linked: 'Identité liée',
  name: 'Nom',
  email: 'E-mail',
  issuer: 'Fournisseur',
  subject: 'Identifiant chez le fournisseur',
  since: 'Liée le',
  code: 'Code de liaison',
  otherCode: "Code de liaison d'une autre identité",
  codeDetail:
    "La page de connexion l'affiche à cette personne quand elle utilise l'authentification unique. Demandez-le-lui de vive voix.",
  codeFormat: 'Le code a 12 lettres ou chiffres, tels que ABCD-EFGH-JKLM',
  check: 'Vérifier le code',
  found: "Ce code est celui de l'identité suivante",
  foundDetail: (name: string) =>
    `Si ce n'est pas ${name}, ne la liez pas\u00a0: quelqu'un d'autre entrerait dans son compte. Les sessions ouvertes de ce compte seront terminées.`,
  link: 'Lier à ce compte',
  part: 'Supprimer le lien',
  confirm: {
    title: 'Supprimer ce lien\u202f?',
    detail: (name: string) =>
      `${name} ne pourra plus se connecter par l'authentification unique et ses sessions seront terminées. Si c'était son seul moyen de se connecter, réinitialisez ensuite son mot de passe.`,
  },
} as const

/** The server's messages about users, besides the refusals. */
export const userServerTexts = {
  removed: "L'utilisateur a été supprimé",
  sessionsEnded: 'Les sessions sont terminées',
} as const

/** The accepted column names of a user file, besides those of the API; folded. */
export const userFileHeaders = {
  login: ['login', 'identifiant'],
  email: ['email', 'e-mail', 'mail', 'adresse e-mail', 'adresse email', 'courriel'],
  firstName: ['firstname', 'first_name', 'prenom'],
  lastName: ['lastname', 'last_name', 'nom', 'nom de famille'],
  role: ['role'],
  bank: ['bank', 'banque'],
  teams: ['teams', 'team', 'groupes', 'groupe'],
  directory: ['directory', 'annuaire', 'ad', 'adid'],
  sam: ['sam', 'compte sam', 'sam account', 'sam_account', 'samaccount', 'samaccountname', 'adsamaccount'],
} as const
export type UserFileColumn = keyof typeof userFileHeaders

const columnTexts: Record<UserFileColumn, string> = {
  login: 'identifiant',
  email: 'adresse e-mail',
  firstName: 'prénom',
  lastName: 'nom',
  role: 'rôle',
  bank: 'banque',
  teams: 'groupes',
  directory: 'annuaire',
  sam: 'compte SAM',
}

const quoted = (text: string): string => {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return `«${nbsp}${short}${nbsp}»`
}

/** Why a whole user file is refused. */
export const userFileTexts = {
  empty: 'Le fichier est vide',
  malformed: (line: number) =>
    `Le fichier CSV est mal formé à la ligne ${line}${nbsp}: vérifiez les guillemets`,
  notText: "Ce fichier n'est pas un fichier CSV",
  tooMany: (maximum: number) => `Ce fichier a plus de ${counted(maximum, 'ligne', 'lignes')}`,
  columnMissing: (column: UserFileColumn) =>
    `La première ligne doit nommer les colonnes${nbsp}: il manque ${quoted(column)}`,
  columnTwice: (column: UserFileColumn) => `La colonne ${quoted(column)} est là deux fois`,
  columnUnknown: (name: string) =>
    `La colonne ${quoted(name)} est inconnue. Colonnes possibles${nbsp}: ${Object.keys(columnTexts).join(', ')}`,
} as const

/** The faults of a line. */
export const userLineTexts = {
  tooManyCells: 'Cette ligne a plus de cellules que la première',
  required: (column: UserFileColumn) => `Il manque une valeur${nbsp}: ${columnTexts[column]}`,
  pattern: (column: UserFileColumn, value: string) =>
    `Valeur incorrecte (${columnTexts[column]})${nbsp}: ${quoted(value)}`,
  roleUnknown: (value: string) => `Rôle inconnu${nbsp}: ${quoted(value)}`,
  roleTooHigh: 'Ce rôle est plus élevé que le vôtre',
  bankUnknown: (value: string) => `Banque introuvable${nbsp}: ${quoted(value)}`,
  bankAmbiguous: (value: string) =>
    `Plusieurs banques portent ce nom, donnez son numéro${nbsp}: ${quoted(value)}`,
  teamUnknown: (value: string) => `Groupe introuvable${nbsp}: ${quoted(value)}`,
  teamAmbiguous: (value: string) =>
    `Plusieurs groupes portent ce nom, donnez son numéro${nbsp}: ${quoted(value)}`,
  teamNotManaged: (value: string) =>
    `Ce groupe dépasse le périmètre que vous administrez${nbsp}: ${quoted(value)}`,
  noDirectory: "Aucun annuaire n'est configuré",
  directoryUnknown: (value: string) => `Annuaire inconnu${nbsp}: ${quoted(value)}`,
  directoryMany: (name: string) =>
    `Plusieurs personnes de l'annuaire ont ce nom de compte${nbsp}: ${quoted(name)}`,
  personTwice: (line: number) => `Cette personne de l'annuaire est déjà à la ligne ${line}`,
  noMail: (name: string) =>
    `Ni le fichier ni l'annuaire ne donnent d'adresse e-mail correcte${nbsp}: ${quoted(name)}`,
  loginTwice: (line: number) => `Cet identifiant est déjà à la ligne ${line}`,
  emailTwice: (line: number) => `Cette adresse e-mail est déjà à la ligne ${line}`,
  loginTaken: "L'utilisateur existe déjà",
  emailTaken: "L'adresse email est déjà utilisé",
  bankFull: (label: string) => `Nombre limite d'utilisateur atteint${nbsp}: ${quoted(label)}`,
} as const
