import {
  templateLimits,
  type ClientTemplate,
  type TemplateFaultKind,
} from '#domain/office/client-template.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { counted, nbsp } from '#texts/platform/format.ts'

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
    confirmTitle: "Créer l'arborescence ?",
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
    resetTitle: 'Revenir au modèle par défaut ?',
    resetDetail: 'Le modèle modifié est effacé. Les dossiers déjà créés ne changent pas.',
    resetConfirm: 'Revenir au défaut',
    saved: "Modèle d'arborescence enregistré",
    restored: 'Modèle par défaut rétabli',
    saveFailed: "Erreur pendant l'enregistrement du modèle",
    loadFailed: 'Erreur pendant le chargement du modèle',
  },
  mail: {
    title: 'Envoi des mails',
    transports: { smtp: 'Serveur SMTP', folder: 'Écrits dans le dossier des données (aucun serveur SMTP)' },
    idle: 'Aucun mail en attente.',
    waiting: (count: number) => counted(count, 'mail en attente', 'mails en attente'),
    failed: (count: number) => counted(count, 'mail abandonné', 'mails abandonnés'),
    lastError: (words: string) => `Dernière erreur${nbsp}: ${words}`,
    loadFailed: "L'état de l'envoi des mails n'a pas pu être lu",
  },
  networks: {
    title: 'Réseaux bloqués',
    detail: (tries: number, minutes: number) =>
      `Après ${tries} tentatives de connexion échouées en ${minutes}${nbsp}minutes depuis un même réseau, les inconnus de ce réseau attendent. Les navigateurs déjà connus et les personnes connectées ne sont pas concernés.`,
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
    liftFailed: 'Erreur pendant la levée du blocage',
    loadFailed: "Les réseaux bloqués n'ont pas pu être lus",
  },
  /** The description of a client's root folder. */
  sageLine: (code: string) => `Code Sage${nbsp}: ${code}`,
} as const
