import type { FirstStartStep } from '#domain/platform/first-start.ts'

type StepTexts = { title: string; detail: string; action: string }

/** The guide for the first super administrator. */
export const firstStartTexts = {
  title: 'Mise en route',
  intro:
    'Cinq étapes pour une installation prête à servir. Chacune peut être passée\u202f; tout reste faisable plus tard depuis les menus.',
  steps: {
    rootKey: { title: 'Clé racine', detail: '', action: 'Confirmer la copie' },
    bank: {
      title: 'Banque',
      detail:
        "Une banque réunit les coffres, les groupes et les utilisateurs d'un client ou d'un service. Ce que vous créerez ensuite y sera rattaché.",
      action: 'Créer une banque',
    },
    people: {
      title: 'Personnes',
      detail:
        'Une par une, ou plusieurs à la fois en collant leurs adresses. Chacune reçoit ensuite un lien pour choisir son mot de passe.',
      action: 'Créer des utilisateurs',
    },
    chest: {
      title: 'Coffre',
      detail: 'Il contient les mots de passe. Choisissez dès maintenant qui y a accès.',
      action: 'Créer un coffre',
    },
    import: {
      title: 'Import',
      detail:
        "Reprenez dans le nouveau coffre les mots de passe d'un autre gestionnaire, d'un navigateur ou d'un tableur.",
      action: 'Importer',
    },
  } satisfies Record<FirstStartStep, StepTexts>,
  done: 'Fait',
  skipped: 'Passée',
  skip: 'Passer cette étape',
  goOn: 'Continuer',
  skipAll: 'Passer toute la mise en route',
  noChest: "Il faut d'abord un coffre. Vous pourrez importer plus tard depuis l'explorateur.",
  noMailServer:
    "Aucun serveur d'e-mail n'est configuré\u00a0: ces liens ne partiront pas, ils s'écrivent dans le dossier «\u00a0mails\u00a0» des données du serveur. Avant de créer les personnes, définissez SMTP_URL et TROUSSEAU_MAIL_FROM, puis redémarrez Trousseau\u00a0; ou transmettez vous-même chaque fichier.",
  failed: "L'étape n'a pas pu être enregistrée",
  loadFailed: 'Erreur pendant le chargement de la mise en route',
  rootKey: {
    sources: {
      file: 'La clé racine est dans un fichier de ce serveur. Sans elle, aucune sauvegarde de la base ne peut être lue. Copiez ce fichier hors de ce serveur, à part des sauvegardes de la base\u00a0: imprimé au coffre-fort, ou dans un autre gestionnaire de secrets.',
      environment:
        'La clé racine est dans la variable TROUSSEAU_ROOT_KEY. Sans elle, aucune sauvegarde de la base ne peut être lue. Gardez-en une copie hors de ce serveur, à part des sauvegardes de la base.',
      passphrase:
        'La clé racine est protégée par une phrase de passe, demandée à chaque démarrage. Sans le fichier de clé et sa phrase, aucune sauvegarde de la base ne peut être lue. Gardez une copie des deux hors de ce serveur, à part des sauvegardes de la base.',
    },
    file: 'Fichier à copier\u00a0:',
    confirm: 'La copie est faite et rangée hors de ce serveur',
    confirmed: (login: string, moment: string) => `Copie confirmée par ${login} le ${moment}.`,
    confirmFailed: "La confirmation n'a pas pu être enregistrée",
    saved: 'Copie de la clé racine confirmée',
    notice: "La copie de la clé racine n'est pas confirmée",
  },
  resume: 'Reprendre la mise en route',
} as const
