import { signInLimits } from '#domain/platform/limits.ts'
import { nbsp } from '#texts/platform/format.ts'

const minutes = (ms: number) => ms / 60_000

/** The second step on /auth, and the page of the link that resets a second factor. */
export const secondFactorTexts = {
  token: 'Code à 6 chiffres',
  submit: 'Valider',
  back: 'Revenir à la connexion',
  otherWays: 'Autre méthode',
  lost: "J'ai perdu mon second facteur",
  /** The labels of the methods. */
  ways: {
    totp: "Application d'authentification",
    mail: 'Recevoir un code par e-mail',
    passkey: "Clé d'accès",
    recovery: 'Code de secours',
  },
  authenticator: {
    title: 'Second facteur',
    intro: "Saisissez le code affiché par votre application d'authentification.",
  },
  enrolment: {
    title: 'Associer votre téléphone',
    intro:
      "Scannez ce QR code avec votre application d'authentification, puis saisissez le code qu'elle affiche.",
    qrCode: "QR code à scanner avec l'application d'authentification",
    apps: `Pas encore d'application\u202f? Par exemple, libres et gratuites${nbsp}: Aegis (Android), FreeOTP+ (Android), 2FAS (Android et iOS).`,
    noCamera: `Pas d'appareil photo\u202f? Saisissez cette clé dans votre application${nbsp}:`,
    copySecret: 'Copier la clé secrète',
    secretCopied: 'Clé secrète copiée',
  },
  mail: {
    title: 'Code par e-mail',
    asked: 'Saisissez le dernier code reçu, ou demandez-en un autre.',
    sending: 'Envoi du code à votre adresse e-mail…',
    sent: `Un code vient d'être envoyé à votre adresse e-mail. Il ne sert qu'une fois et reste valable ${minutes(signInLimits.mailCodeMs)} minutes.`,
    failed: "Le code n'a pas pu être envoyé. Demandez-en un autre, ou prévenez votre administrateur.",
    tooSoon: "Un code a déjà été demandé pour votre compte. Attendez un peu avant d'en demander un autre.",
    enrols: "Un code vous sera envoyé à chaque connexion. Une application d'authentification protège mieux.",
    resend: 'Renvoyer le code',
    resendIn: (seconds: number) =>
      seconds > 90
        ? `Renvoyer le code (dans ${Math.ceil(seconds / 60)} min)`
        : `Renvoyer le code (dans ${seconds} s)`,
    codeSent: 'Code envoyé par mail',
    sendFailed: "Problème lors de l'envoi du mail",
  },
  passkey: {
    title: "Clé d'accès",
    intro: "Votre navigateur vous demande votre clé d'accès\u00a0: téléphone, ordinateur ou clé de sécurité.",
    submit: "Utiliser ma clé d'accès",
    gaveUp: "L'opération a été abandonnée ou refusée par le navigateur",
  },
  recovery: {
    title: 'Code de secours',
    intro: "Saisissez l'un des codes que vous avez conservés. Chacun ne sert qu'une fois.",
    code: 'Code de secours',
    format: 'Un code de secours a 20 lettres ou chiffres',
  },
  lostPage: {
    title: 'Second facteur perdu',
    intro: `Un lien sera envoyé à l'adresse e-mail de votre compte. Il ne sert qu'une fois et reste valable ${minutes(signInLimits.resetLinkMs)} minutes.`,
    detail:
      "En le suivant, vous retirez votre application, vos clés d'accès et vos codes de secours. Vous en associerez d'autres à la prochaine connexion. Si vous êtes administrateur, un autre administrateur devra donner son accord.",
    submit: 'Recevoir le lien',
    cancel: 'Annuler',
    done: "L'email a été envoyé",
    sentTitle: 'Consultez votre messagerie',
    sent: `Un lien vient d'être envoyé à l'adresse e-mail de votre compte. Il est valable ${minutes(signInLimits.resetLinkMs)} minutes.`,
    sentDetail:
      "Rien ne change tant que vous ne l'avez pas suivi. Vérifiez aussi les courriers indésirables.",
  },
  none: {
    title: 'Second facteur indisponible',
    intro:
      "Le second facteur de votre compte n'est plus accepté. Un lien envoyé par e-mail vous permet d'en associer un autre\u00a0; votre administrateur peut aussi le réinitialiser.",
    submit: 'Associer un autre second facteur',
  },
  resetPage: {
    pageTitle: 'Second facteur',
    title: 'Réinitialiser votre second facteur',
    loginIs: `Identifiant${nbsp}:`,
    intro:
      "Votre application d'authentification, vos clés d'accès et vos codes de secours ne serviront plus, et vos sessions seront terminées.",
    next: 'À la prochaine connexion, vous associerez un nouveau téléphone.',
    submit: 'Réinitialiser',
    failed: 'Echec de la réinitialisation du QR Code. Contactez votre administrateur.',
    waitingTitle: "En attente d'un accord",
    waiting:
      "Votre demande est confirmée. Comme vous êtes administrateur, un autre administrateur doit donner son accord\u00a0; il vient d'être prévenu.",
    waitingDetail: `Vous recevrez un e-mail dès sa décision. Sans réponse après ${signInLimits.approvalMs / 3_600_000} heures, recommencez.`,
    aloneTitle: 'Personne ne peut donner son accord',
    alone:
      "Votre demande est confirmée. Comme vous êtes administrateur, il faut l'accord d'un autre administrateur, et il n'y en a pas.",
    aloneDetail: `La personne qui exploite le serveur peut en créer un avec la commande «${nbsp}trousseau create-admin${nbsp}». Celui-ci trouvera votre demande dans la page des utilisateurs. Sans réponse après ${signInLimits.approvalMs / 3_600_000} heures, recommencez.`,
    overTitle: 'Lien expiré',
    over: "Ce lien a déjà servi, a été remplacé par un plus récent ou n'est plus valable.",
    overDetail: `Pour en recevoir un autre, connectez-vous avec votre mot de passe, puis choisissez «${nbsp}J'ai perdu mon second facteur${nbsp}».`,
    missingTitle: 'Lien incomplet',
    missing: "Il manque la fin de l'adresse. Ouvrez de nouveau le lien de l'e-mail, en entier.",
  },
} as const
