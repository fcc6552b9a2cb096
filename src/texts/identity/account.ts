import { accountLimits } from '#domain/platform/limits.ts'
import { counted, nbsp, plural } from '#texts/platform/format.ts'

/** « Mon compte »: what all users see and change of their own account. */
export const accountTexts = {
  title: 'Mon compte',
  loadFailed: 'Erreur pendant le chargement de votre compte',
  names: {
    title: 'Identité',
    detail: 'Votre nom tel que vos collègues le voient.',
    firstName: 'Prénom',
    lastName: 'Nom',
    login: 'Identifiant',
    email: 'E-mail',
    emailKept: 'Un administrateur peut la changer.',
    emailOfDirectory: "Elle vient de l'annuaire de votre organisation.",
    keptByDirectory: "Ces informations viennent de l'annuaire de votre organisation.",
    nameFormat: "Des lettres, espaces, apostrophes, traits d'union, virgules et parenthèses",
    save: 'Enregistrer',
    saved: 'Prénom et nom mis à jour',
  },
  theme: {
    title: 'Thème',
    detail: 'Ce choix ne vaut que pour ce navigateur.',
  },
  sessions: {
    title: 'Sessions',
    detail:
      'Les navigateurs où vous êtes connecté. Terminez ceux que vous ne reconnaissez pas, puis changez votre mot de passe.',
    loadFailed: 'Erreur pendant le chargement de vos sessions',
    endOthers: 'Terminer toutes les autres sessions',
    othersEnded: (count: number) =>
      `${counted(count, 'autre session', 'autres sessions')} ${plural(count, 'terminée', 'terminées')}`,
    confirm: {
      title: 'Terminer toutes les autres sessions\u202f?',
      detail: 'Vos autres navigateurs devront se connecter de nouveau. Celui-ci reste connecté.',
    },
  },
} as const

/** The messages of the calls of « Mon compte », besides the refusals. */
export const accountServerTexts = {
  renamed: 'Prénom et nom mis à jour',
  othersEnded: 'Les autres sessions sont terminées',
  proved: 'Identité confirmée',
  prolonged: 'Session prolongée de douze heures',
  passwordChanged: 'Mot de passe mis à jour',
  authenticatorReplaced: "Application d'authentification remplacée",
  mailChosen: 'Votre second facteur est désormais le code par e-mail',
  passkeyAdded: "Clé d'accès ajoutée",
  passkeyRenamed: "Clé d'accès renommée",
  passkeyRemoved: "Clé d'accès retirée",
} as const

/** « Mon compte »: password, second factors, recovery codes. */
export const accountSecurityTexts = {
  prolong: {
    title: 'Prolonger la session',
    detail:
      'Votre session durera douze heures de plus, et vous restez sur cette page. Un coffre protégé demandera de nouveau sa clé maître.',
    refused:
      'Votre organisation demande une connexion complète pour douze nouvelles heures. Ce que vous êtes en train de saisir reste gardé dans cette page\u00a0: vous le retrouverez en vous reconnectant.',
    signIn: 'Se reconnecter',
  },
  proof: {
    title: "Confirmez que c'est bien vous",
    detail: `Cette confirmation reste valable ${accountLimits.proofMs / 60_000} minutes.`,
    password: 'Mot de passe actuel',
    directoryPassword: "Mot de passe de l'annuaire",
    token: "Code de l'application (6 chiffres)",
    recovery: 'Code de secours',
    submit: 'Confirmer',
    withPasskey: "Confirmer par une clé d'accès",
    method: 'Second facteur',
    methods: {
      totp: "Application d'authentification",
      mail: 'Code par e-mail',
      passkey: "Clé d'accès",
      recovery: 'Code de secours',
    },
    sendCode: 'Recevoir un code par e-mail',
    codeSent: 'Code envoyé par mail',
    mailToken: 'Code reçu par e-mail (6 chiffres)',
    passkeyAsked: "Votre navigateur vous demandera votre clé d'accès.",
    byProvider: (label: string) =>
      `Vous allez vous authentifier à nouveau auprès de «${nbsp}${label}${nbsp}», puis revenir à cette page pour refaire votre modification.`,
    goToProvider: "S'authentifier",
    impossible:
      "Votre compte n'a pas de second facteur. Déconnectez-vous puis reconnectez-vous\u00a0: vous pourrez en associer un.",
    outcomes: {
      done: 'Identité confirmée\u00a0: refaites votre modification',
      refused: "Votre identité n'a pas été confirmée",
      over: 'La confirmation a pris trop de temps. Recommencez.',
      cancelled: "La confirmation a été interrompue chez le fournisseur d'identité",
      misset:
        "L'authentification unique est mal réglée. Prévenez votre administrateur\u00a0: la page d'administration en donne la raison.",
      tenant: "L'identité choisie est d'une autre organisation",
      unavailable: "L'authentification unique ne répond pas. Réessayez dans un moment.",
      tries: "Trop de tentatives ont échoué. Réessayez dans un quart d'heure.",
    },
  },
  password: {
    title: 'Mot de passe',
    detail: (help: string) => `${help} Vos autres sessions seront terminées.`,
    keptByDirectory: "Votre mot de passe est celui de l'annuaire de votre organisation.",
    ofProvider: (label: string) =>
      `Votre compte n'a pas de mot de passe${nbsp}: vous vous connectez par «${nbsp}${label}${nbsp}».`,
    oldPassword: 'Mot de passe actuel',
    oldPasswordWrong: 'Mot de passe actuel incorrect',
    newPassword: 'Nouveau mot de passe',
    confirmation: 'Confirmation du mot de passe',
    confirmationDiffers: 'Les deux mots de passe diffèrent',
    submit: 'Enregistrer le mot de passe',
    done: 'Mot de passe mis à jour, vos autres sessions sont terminées',
  },
  factors: {
    title: 'Second facteur',
    detail:
      "Ce qui vous est demandé après le mot de passe. Prévoyez deux moyens, pour ne pas être bloqué si l'un vous manque.",
    authenticator: "Application d'authentification",
    authenticatorOn: 'Associée à votre compte',
    authenticatorOff: 'Aucune',
    add: 'Associer',
    byMail: 'Code par e-mail',
    byMailOn: 'Un code vous est envoyé à chaque connexion',
    byMailOff: "Remplace l'application d'authentification, en moins sûr",
    chooseMail: 'Choisir',
    chooseMailOf: 'Choisir le code par e-mail',
    chooseMailTitle: 'Recevoir un code par e-mail\u202f?',
    chooseMailDetail:
      "Votre application d'authentification ne servira plus, et vos autres sessions seront terminées. Un code par e-mail protège moins bien.",
    mailChosen: 'Votre second facteur est désormais le code par e-mail',
    replace: 'Remplacer',
    replaceTitle: "Remplacer l'application d'authentification",
    scan: "Scannez ce QR code avec votre application, puis saisissez le code qu'elle affiche. L'ancienne reste valable jusque-là.",
    qrCode: "QR code à scanner avec l'application d'authentification",
    noCamera: `Pas d'appareil photo\u202f? Saisissez cette clé dans votre application${nbsp}:`,
    copySecret: 'Copier la clé secrète',
    secretCopied: 'Clé secrète copiée',
    token: 'Code à 6 chiffres',
    confirm: 'Remplacer',
    replaced: "Application d'authentification remplacée, vos autres sessions sont terminées",
  },
  passkeys: {
    title: "Clés d'accès",
    detail:
      "Connectez-vous d'un geste, avec votre téléphone, votre ordinateur ou une clé de sécurité, sans recopier de code.",
    notOffered: "Les clés d'accès ne fonctionnent que si Trousseau s'ouvre en https, par un nom de domaine.",
    notKnown: "Ce navigateur ne prend pas en charge les clés d'accès.",
    list: "Clés d'accès",
    none: "Aucune clé d'accès",
    add: "Ajouter une clé d'accès",
    addTitle: "Nouvelle clé d'accès",
    name: 'Nom',
    nameDetail: 'Pour la reconnaître, par exemple « Téléphone » ou « Clé grise ».',
    addSubmit: 'Continuer',
    added: "Clé d'accès ajoutée",
    gaveUp: "L'opération a été abandonnée ou refusée par le navigateur",
    created: 'Ajoutée',
    lastUsed: 'dernier usage',
    neverUsed: 'jamais utilisée',
    rename: 'Renommer',
    renameOf: (name: string) => `Renommer la clé d'accès ${name}`,
    renameTitle: "Renommer la clé d'accès",
    renamed: "Clé d'accès renommée",
    remove: 'Retirer',
    removeOf: (name: string) => `Retirer la clé d'accès ${name}`,
    removeTitle: "Retirer cette clé d'accès\u202f?",
    removeDetail: (name: string) => `«${nbsp}${name}${nbsp}» ne permettra plus de vous connecter.`,
    removed: "Clé d'accès retirée",
  },
  recovery: {
    title: 'Codes de secours',
    detail:
      "Pour vous connecter le jour où vous n'avez pas votre téléphone. Chaque code ne sert qu'une fois.",
    none: 'Aucun code de secours',
    left: (count: number) =>
      `${counted(count, 'code restant', 'codes restants')} sur ${accountLimits.recoveryCodes}`,
    since: 'créés',
    create: 'Créer des codes',
    renew: 'Créer de nouveaux codes',
    renewTitle: 'Remplacer vos codes de secours\u202f?',
    renewDetail: 'Les anciens codes ne serviront plus.',
    shownTitle: 'Vos codes de secours',
    shown: "Conservez-les hors de cet ordinateur, sur papier par exemple. Ils ne s'afficheront plus.",
    /** Clearing them before they are pasted would lose them. */
    stays:
      'Copiés, ils restent dans le presse-papiers\u00a0: collez-les en lieu sûr, puis copiez autre chose.',
    list: 'Codes de secours',
    copyAll: 'Copier les codes',
    download: 'Télécharger',
    fileName: 'codes-de-secours-trousseau.txt',
    fileTitle: (login: string) =>
      `Codes de secours Trousseau, compte ${login}. Chaque code ne sert qu'une fois.`,
    print: 'Imprimer',
    kept: 'Je les ai conservés',
    notKept: {
      title: 'Fermer sans conserver les codes\u202f?',
      detail: "Ils ne s'afficheront plus. Vous pourrez en créer d'autres.",
      close: 'Fermer quand même',
    },
  },
} as const
