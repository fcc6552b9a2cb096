import {
  templateLimits,
  type ClientTemplate,
  type TemplateFaultKind,
} from '#domain/office/client-template.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { counted, formatNumber, nbsp } from '#texts/platform/format.ts'

/** The default template of a client's folders, for hosting companies. */
export const defaultTemplate: ClientTemplate = {
  folders: [
    { name: 'Accès réseau', description: 'VPN, pare-feu, routeurs, Wi-Fi' },
    { name: 'Serveurs', folders: [{ name: 'Linux' }, { name: 'Windows' }, { name: 'Hyperviseurs' }] },
    { name: 'Bases de données' },
    { name: 'Messagerie' },
    { name: 'Noms de domaine', description: "Bureaux d'enregistrement, zones DNS, certificats" },
    { name: 'Applications' },
    { name: 'Comptes fournisseurs' },
    { name: 'Postes de travail' },
  ],
}

const faults: Record<TemplateFaultKind, string> = {
  'not-an-object': 'un objet entre accolades est attendu',
  'not-a-list': 'une liste de dossiers entre crochets est attendue',
  'not-a-text': 'un texte entre guillemets est attendu',
  'unknown-field': "ce champ n'existe pas",
  'name-missing': 'le dossier doit avoir un nom',
  'name-refused': 'ce nom contient des caractères interdits',
  'too-long': `ce texte est trop long (${fieldLimits.name} caractères pour un nom, ${fieldLimits.description} pour une description)`,
  markup: 'les balises HTML sont interdites',
  unprintable: 'ce texte contient des caractères interdits',
  'name-twice': 'un dossier voisin porte déjà ce nom',
  'too-deep': `l'arborescence compte ${templateLimits.depth} niveaux au plus`,
  'too-many': `l'arborescence compte ${templateLimits.folders} dossiers au plus`,
}

export const administrationTexts = {
  title: 'Administration',
  client: {
    title: "Créer l'arborescence d'un client",
    detail: "Un dossier au nom du client est créé dans le coffre choisi, avec l'arborescence du modèle.",
    name: 'Nom du client',
    nameFormat: `${fieldLimits.name} caractères au plus, sur une seule ligne`,
    sage: 'Code Sage',
    sageDetail: 'Facultatif. Il est repris dans le nom et la description du dossier.',
    chest: 'Coffre de destination',
    chestDetail: 'Seuls les coffres où vous avez le droit de créer sont proposés.',
    chestSearch: 'Chercher un coffre',
    chestNone: 'Aucun coffre ne correspond',
    chestMissing: 'Choisissez un coffre dans la liste',
    locked: 'protégé par une clé maître',
    submit: 'Vérifier et créer',
    confirmTitle: "Créer l'arborescence\u202f?",
    confirm: 'Créer',
    folder: 'Dossier',
    destination: 'Coffre',
    folders: (count: number) => `${counted(count, 'dossier sera créé', 'dossiers seront créés')}.`,
    created: "Template d'arborescence créé",
    createFailed: 'Erreur pendant la création du template',
    open: 'Ouvrir le dossier',
    done: (name: string) => `Le dossier «${nbsp}${name}${nbsp}» est prêt.`,
  },
  template: {
    title: "Modèle d'arborescence",
    ofBank: (label: string) => `Modèle de la banque «${nbsp}${label}${nbsp}».`,
    ofAll: "Modèle de l'installation, pour toutes les banques qui n'ont pas le leur.",
    origins: {
      bank: 'Modèle propre à la banque',
      installation: "Modèle de l'installation",
      product: 'Modèle par défaut',
    },
    readOnly: 'Choisissez une banque pour modifier son modèle.',
    views: { label: 'Vue du modèle', tree: 'Arborescence', text: 'JSON' },
    /** The tree of folders that is edited. */
    tree: {
      label: 'Dossiers du modèle',
      toolbar: 'Modifier les dossiers',
      add: 'Ajouter un dossier',
      addChild: 'Ajouter un sous-dossier',
      newName: 'Nouveau dossier',
      rename: 'Renommer',
      renameOf: (name: string) => `Nouveau nom de ${name === '' ? 'ce dossier' : name}`,
      up: 'Monter',
      down: 'Descendre',
      in: "Placer dans le dossier d'au-dessus",
      out: "Sortir d'un niveau",
      remove: 'Supprimer',
      undo: 'Annuler la dernière modification',
      redo: 'Rétablir la modification',
      empty: 'Le modèle est vide',
      emptyDetail: 'Seul le dossier du client sera créé.',
      selected: 'Dossier choisi',
      none: 'Choisissez un dossier pour voir son nom et sa description.',
      name: 'Nom',
      description: 'Description',
      keys: 'Au clavier',
      shortcuts: [
        ['Entrée', 'renommer'],
        ['Ctrl+Entrée', 'ajouter un dossier'],
        ['Ctrl+Maj+Entrée', 'ajouter un sous-dossier'],
        ['Alt+flèches', 'déplacer'],
        ['Suppr', 'supprimer'],
        ['Ctrl+Z', 'annuler'],
      ],
      faults: {
        'name-missing': 'Sans nom',
        'name-refused': 'Nom refusé',
        'too-long': 'Trop long',
        markup: 'Balise HTML',
        unprintable: 'Caractère interdit',
        'name-twice': 'Nom en double',
        'too-deep': 'Trop profond',
        'too-many': 'Trop de dossiers',
      } satisfies Partial<Record<TemplateFaultKind, string>> as Partial<Record<TemplateFaultKind, string>>,
      faultWords: (kind: TemplateFaultKind) => faults[kind],
      faultTitle: (count: number) => `${counted(count, 'dossier', 'dossiers')} à corriger`,
      showFault: (name: string) => (name === '' ? 'Dossier sans nom' : name),
      drop: {
        before: (name: string) => `Déplacer avant ${name}`,
        inside: (name: string) => `Déplacer dans ${name}`,
        after: (name: string) => `Déplacer après ${name}`,
      },
      done: {
        added: (name: string) => `${name} ajouté`,
        removed: (name: string) => `${name} supprimé`,
        moved: (name: string, parent: string | null) =>
          parent === null ? `${name} déplacé au premier niveau` : `${name} déplacé dans ${parent}`,
        undone: 'Modification annulée',
        redone: 'Modification rétablie',
      },
    },
    stuck: "Corrigez ce texte pour revenir à l'arborescence.",
    field: 'Modèle au format JSON',
    fieldDetail: 'Chaque dossier a un champ "name", et au besoin "description" et "folders".',
    preview: 'Aperçu',
    count: (count: number) => counted(count, 'dossier', 'dossiers'),
    notJson: (line: number, column: number) =>
      `Ligne ${line}, colonne ${column}${nbsp}: ce texte n'est pas du JSON valable.`,
    fault: (place: string, kind: TemplateFaultKind) =>
      `${place === '' ? 'modèle' : place}${nbsp}: ${faults[kind]}`,
    moreFaults: (count: number) => `et ${counted(count, 'autre erreur', 'autres erreurs')}`,
    faultTitle: "Le modèle n'est pas valable",
    save: 'Enregistrer le modèle',
    reset: 'Revenir au modèle par défaut',
    resetTitle: 'Revenir au modèle par défaut\u202f?',
    resetDetail: 'Le modèle modifié est effacé. Les dossiers déjà créés ne changent pas.',
    resetConfirm: 'Revenir au défaut',
    saved: "Modèle d'arborescence enregistré",
    restored: 'Modèle par défaut rétabli',
    saveFailed: "Erreur pendant l'enregistrement du modèle",
    loadFailed: 'Erreur pendant le chargement du modèle',
  },
  mail: {
    title: 'Envoi des e-mails',
    transports: { smtp: 'Serveur SMTP', folder: 'Écrits dans le dossier des données (aucun serveur SMTP)' },
    idle: 'Aucun e-mail en attente.',
    waiting: (count: number) => counted(count, 'e-mail en attente', 'e-mails en attente'),
    failed: (count: number) => counted(count, 'e-mail abandonné', 'e-mails abandonnés'),
    lastError: (words: string) => `Dernière erreur${nbsp}: ${words}`,
    loadFailed: "L'état de l'envoi des e-mails n'a pas pu être lu",
    /** The mails whose sender the mail server refuses. */
    refused: {
      title: 'Expéditeur refusé par le serveur de messagerie',
      waiting: (count: number) =>
        `${counted(count, 'e-mail attend', 'e-mails attendent')} que l'expéditeur soit accepté. Aucun n'est perdu${nbsp}: ils partiront d'eux-mêmes.`,
      oldest: 'Le plus ancien attend depuis',
      next: 'prochain essai',
      detail:
        "Corrigez TROUSSEAU_MAIL_FROM puis redémarrez Trousseau, ou donnez à cette adresse le droit d'envoyer sur ce serveur. Un seul e-mail est essayé pour tous les autres.",
      kept: (most: number) =>
        `Au-delà de ${formatNumber(most)} e-mails en attente, les plus anciens sont abandonnés.`,
      tryNow: 'Essayer maintenant',
      outcomes: {
        none: "Aucun e-mail n'attend son expéditeur",
        accepted: "Le serveur accepte l'expéditeur\u00a0: les e-mails partent",
        refused: "L'e-mail n'est pas parti",
        waiting: "Le serveur de messagerie n'a pas encore répondu",
      },
      tryFailed: "L'essai n'a pas pu se faire",
    },
  },
  networks: {
    title: 'Réseaux bloqués',
    detail: (tries: number, minutes: number) =>
      `Après ${tries} tentatives de connexion échouées en ${minutes}${nbsp}minutes depuis un même réseau, les navigateurs inconnus de ce réseau doivent attendre. Les navigateurs déjà connus et les personnes connectées ne sont pas concernés.`,
    none: "Aucun réseau n'est bloqué.",
    list: 'Réseaux bloqués',
    /** An IPv6 network is named by its /64 prefix. */
    network: (network: string) =>
      network.includes(':') && !network.includes('.') ? `${network}::/64` : network,
    tries: (count: number) => counted(count, 'tentative échouée', 'tentatives échouées'),
    since: 'la première',
    until: 'fin du blocage',
    more: (count: number) =>
      `et ${counted(count, 'autre réseau bloqué avant eux', 'autres réseaux bloqués avant eux')}`,
    proxy: {
      title: (address: string) => `Le serveur mandataire ${address} n'est pas déclaré`,
      detail:
        "Les requêtes qu'il transmet comptent pour une seule adresse\u00a0: les erreurs d'une personne peuvent bloquer toutes les autres. Si c'est bien le vôtre, ajoutez cette adresse au réglage TROUSSEAU_TRUSTED_PROXIES et redémarrez Trousseau\u00a0; sinon, quelqu'un atteint Trousseau directement.",
    },
    lift: 'Lever le blocage',
    liftOf: (network: string) => `Lever le blocage de ${network}`,
    lifted: 'Le blocage est levé',
    liftFailed: "Le blocage n'a pas pu être levé",
    loadFailed: "Les réseaux bloqués n'ont pas pu être lus",
  },
  /** The description of a client's root folder. */
  sageLine: (code: string) => `Code Sage${nbsp}: ${code}`,
} as const
