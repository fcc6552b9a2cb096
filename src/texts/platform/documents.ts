/** The operator of an installation, from its settings. */
export type OperatorFacts = {
  organisation: string | null
  address: string | null
  contact: string | null
  publisher: string | null
  hosting: string | null
}

/** What the declaration says of the audit. */
export type Audit = {
  /** YYYY-MM-DD */
  readonly date: string
  readonly author: string
  readonly technologies: string
  readonly environment: string
  readonly tools: string
  readonly limits: string
  readonly pages: readonly string[]
  readonly counts: { readonly conform: number; readonly failed: number; readonly unrelated: number }
  /** The percentage of the criteria that are met, of those that apply. */
  readonly rate: number
  readonly faults: readonly { readonly number: string; readonly subject: string; readonly seen: string }[]
}

/** A section of a document: paragraphs, then a list. */
export type DocumentSection = {
  heading: string
  paragraphs: readonly string[]
  list?: readonly string[]
}

export type DocumentText = {
  title: string
  /** Below the title: the purpose of the document and its readers. */
  lead: string
  sections: readonly DocumentSection[]
}

/** Returns the name of the operator in the documents. */
export const operatorOf = ({ organisation }: OperatorFacts): string =>
  organisation ?? "l'organisation qui exploite cette installation"

/** Returns the contact in the documents. */
export const contactOf = ({ contact }: OperatorFacts): string =>
  contact ?? "l'administrateur de cette installation"

export const documentTexts = {
  product: 'Trousseau',
  page: (page: number, of: number) => `Page ${page} sur ${of}`,
  /** What the marks of signs mean; only where there are some. */
  marks:
    "Entre ‹\u00a0›, un signe que cette police n'a pas, ou un accent séparé de sa lettre, par son numéro Unicode.",
} as const

/** The terms of use: what users may expect, and what is expected of them. */
export const termsText = (facts: OperatorFacts): DocumentText => ({
  title: "Conditions d'utilisation",
  lead: `Ces conditions disent à quoi sert Trousseau, ce que chacun peut en attendre et ce qui est attendu de chacun. Elles lient les utilisateurs et ${operatorOf(facts)}, ci-après l'exploitant.`,
  sections: [
    {
      heading: '1. Le service',
      paragraphs: [
        "Trousseau est un coffre-fort de mots de passe que l'exploitant héberge lui-même. Il garde des identifiants, des mots de passe, des adresses et des secrets de codes à usage unique, rangés en coffres et en dossiers, et les montre aux seules personnes qui en ont reçu le droit.",
        "Le logiciel est installé sur des machines que l'exploitant choisit et administre. Son éditeur n'a accès ni à l'installation ni à ce qu'elle contient.",
      ],
    },
    {
      heading: '2. Les comptes',
      paragraphs: [
        "Un compte est personnel. Il est ouvert par un administrateur, protégé par un mot de passe et par un second facteur, et ne se prête pas. Chacun prévient l'exploitant sans attendre lorsqu'il pense qu'un autre a pu se servir de son compte, ou lorsqu'il perd le téléphone qui porte son second facteur.",
        "Après plusieurs échecs de connexion, le compte est bloqué pour un temps. Après une période sans activité, la session se ferme d'elle-même.",
      ],
    },
    {
      heading: "3. Ce qui est attendu de l'utilisateur",
      paragraphs: ["L'utilisateur s'engage à\u00a0:"],
      list: [
        "ne consulter que ce dont il a besoin pour son travail, même lorsqu'il a le droit de lire davantage\u00a0;",
        'ne pas recopier les secrets hors du coffre, sauf là où ils servent\u00a0;',
        "ne pas partager un mot de passe par un autre moyen que ceux que l'outil prévoit\u00a0;",
        'choisir pour son compte un mot de passe qui ne sert nulle part ailleurs\u00a0;',
        'fermer sa session sur un poste partagé\u00a0;',
        "ne chercher ni à contourner les droits, ni à gêner le service, ni à en extraire le contenu en masse sans le droit d'exporter.",
      ],
    },
    {
      heading: '4. Les droits et le journal',
      paragraphs: [
        'Cinq droits sont donnés par coffre, à une personne ou à un groupe\u00a0: lire, créer, modifier, supprimer, exporter. Un administrateur ne lit pas un coffre du seul fait de son rôle\u00a0; il peut se donner un droit, et cela se voit.',
        "Les lectures de secrets, les modifications, les changements de droits et les connexions sont inscrits dans un journal, avec leur auteur et leur date. Les valeurs n'y figurent jamais.",
      ],
    },
    {
      heading: '5. Disponibilité et sauvegardes',
      paragraphs: [
        "L'exploitant fait ce qui est raisonnable pour que le service soit disponible, et le sauvegarde. Une interruption reste possible\u00a0: ce qui serait vital un jour de panne doit aussi exister sous une autre forme sûre.",
        "Un coffre protégé par une clé maître ne s'ouvre qu'avec elle. Ni l'exploitant ni l'éditeur ne peuvent la retrouver\u00a0: si elle est perdue, ce qu'elle protège l'est aussi.",
      ],
    },
    {
      heading: '6. Fin du compte',
      paragraphs: [
        "Le compte est désactivé ou supprimé au départ de la personne, ou lorsqu'elle ne respecte pas ces conditions. Ce qu'elle a enregistré dans les coffres de l'organisation y reste\u00a0; l'historique garde son nom.",
      ],
    },
    {
      heading: '7. Changements et questions',
      paragraphs: [
        `L'exploitant peut compléter ou remplacer ce document. Pour toute question, il faut s'adresser à\u00a0: ${contactOf(facts)}. Ces conditions sont soumises au droit français.`,
      ],
    },
  ],
})

/**
 * The privacy policy: which personal data, why, how long, and people's rights (articles 13 and 30 of the
 * GDPR).
 */
export const privacyText = (facts: OperatorFacts): DocumentText => ({
  title: 'Politique de confidentialité',
  lead: `Ce document dit quelles données personnelles Trousseau traite dans cette installation, pourquoi, pendant combien de temps, et ce que chacun peut demander.`,
  sections: [
    {
      heading: '1. Qui est responsable',
      paragraphs: [
        `Le responsable du traitement est ${operatorOf(facts)}${facts.address === null ? '' : `, ${facts.address}`}. C'est elle qui héberge Trousseau, décide qui y a un compte et combien de temps les données sont gardées.`,
        "L'éditeur du logiciel n'est ni responsable du traitement ni sous-traitant\u00a0: aucune donnée de cette installation ne lui parvient. Trousseau n'envoie ni statistique d'usage ni rapport d'erreur, et n'appelle aucun service tiers pour fonctionner.",
      ],
    },
    {
      heading: '2. Les données traitées',
      paragraphs: ["L'installation garde\u00a0:"],
      list: [
        'le compte\u00a0: identifiant, prénom, nom, adresse e-mail, rôle, état, banques et groupes\u00a0;',
        "de quoi vérifier l'identité\u00a0: l'empreinte du mot de passe (jamais le mot de passe) et le secret du second facteur, tous deux chiffrés\u00a0;",
        "les sessions\u00a0: leur début, leur dernière activité, l'adresse IP et le nom du navigateur\u00a0;",
        'le journal\u00a0: qui a fait quoi, quand, sur quel coffre, quel dossier ou quel mot de passe, et depuis quelle adresse IP\u00a0; jamais les valeurs\u00a0;',
        "le contenu des coffres, qui est chiffré et peut lui aussi nommer des personnes\u00a0: celles qui l'enregistrent en répondent.",
      ],
    },
    {
      heading: '3. Pourquoi, et sur quelle base',
      paragraphs: [
        "Ces données servent à ouvrir le service aux bonnes personnes, à protéger des secrets et à pouvoir dire après un incident qui a lu quoi. La base est l'intérêt légitime de l'exploitant à la sécurité de ses systèmes, et, selon le cas, l'exécution du contrat de travail ou une obligation légale de sécurité. Aucune décision n'est prise automatiquement au sujet d'une personne, et rien n'est cédé ni vendu.",
      ],
    },
    {
      heading: '4. Qui peut les voir',
      paragraphs: [
        "Le contenu d'un coffre est lu par ceux qui en ont reçu le droit. Les administrateurs voient les comptes, les groupes et les droits de leur périmètre. Les personnes qui administrent les machines pourraient techniquement accéder à ce que le serveur déchiffre pendant qu'il fonctionne\u00a0: Trousseau ne prétend pas le contraire.",
      ],
    },
    {
      heading: '5. Combien de temps',
      paragraphs: ["Sauf durée plus courte fixée par l'exploitant\u00a0:"],
      list: [
        'une session dure douze heures au plus, et moins sans activité\u00a0;',
        "un compte dure le temps de la mission\u00a0; à sa suppression, ce qui permettait de se connecter est effacé, et l'historique garde le nom\u00a0;",
        'un coffre supprimé est rendu illisible pour toujours après trente jours\u00a0;',
        "les éléments mis à la corbeille y restent jusqu'à ce que quelqu'un les supprime\u00a0;",
        "les sauvegardes suivent le calendrier de l'exploitant.",
      ],
    },
    {
      heading: '6. Comment elles sont protégées',
      paragraphs: [
        "Noms, identifiants, adresses, descriptions, mots de passe et secrets des coffres sont chiffrés (AES-256-GCM) sous une clé gardée à part de la base de données. Les mots de passe des comptes sont hachés avec Argon2id. L'accès demande deux facteurs. L'exploitant sert l'installation en HTTPS dès qu'elle est jointe par un réseau.",
      ],
    },
    {
      heading: '7. Cookies et stockage du navigateur',
      paragraphs: [
        "Trousseau dépose un cookie de session et, le temps de la connexion, un cookie qui en lie les étapes\u00a0; le navigateur garde aussi le thème choisi. Tous sont nécessaires au service demandé\u00a0: aucun ne sert à suivre qui que ce soit, et aucun consentement n'est donc requis.",
      ],
    },
    {
      heading: '8. Vos droits',
      paragraphs: [
        `Chacun peut demander l'accès à ses données, leur rectification, leur effacement, la limitation de leur traitement, et s'y opposer pour des raisons qui lui sont propres. La demande se fait auprès de\u00a0: ${contactOf(facts)}. Une réclamation peut être adressée à la CNIL (www.cnil.fr).`,
      ],
    },
  ],
})

/** Returns the text for a missing setting, which names it for the operator. */
const missing = (setting: string) => `non renseigné par l'exploitant (réglage ${setting})`

/** The legal notices: publisher and host, as required by article 1-1 of the law of 21 June 2004. */
export const legalText = (facts: OperatorFacts): DocumentText => ({
  title: 'Mentions légales',
  lead: "Trousseau est un logiciel que chaque organisation héberge elle-même\u00a0: celle qui exploite cette installation en est l'éditeur au sens de la loi.",
  sections: [
    {
      heading: 'Éditeur du service',
      paragraphs: [],
      list: [
        `Organisation\u00a0: ${facts.organisation ?? missing('TROUSSEAU_ORGANISATION')}`,
        `Adresse\u00a0: ${facts.address ?? missing('TROUSSEAU_ORGANISATION_ADDRESS')}`,
        `Contact\u00a0: ${facts.contact ?? missing('TROUSSEAU_CONTACT')}`,
        `Directeur de la publication\u00a0: ${facts.publisher ?? missing('TROUSSEAU_PUBLISHER')}`,
      ],
    },
    {
      heading: 'Hébergement',
      paragraphs: [`Hébergeur\u00a0: ${facts.hosting ?? missing('TROUSSEAU_HOSTING')}.`],
    },
    {
      heading: 'Accès',
      paragraphs: [
        "Le service est réservé aux personnes à qui l'exploitant a ouvert un compte. Entrer ou se maintenir sans droit dans un système de traitement automatisé de données est puni par les articles 323-1 et suivants du code pénal.",
      ],
    },
    {
      heading: 'Propriété',
      paragraphs: [
        "Les contenus enregistrés dans les coffres appartiennent à l'organisation qui les y a placés. Le logiciel et ses composants restent sous leurs licences respectives\u00a0; les caractères Atkinson Hyperlegible sont distribués sous licence SIL Open Font License 1.1.",
      ],
    },
    {
      heading: 'Données personnelles et accessibilité',
      paragraphs: [
        'La politique de confidentialité dit quelles données sont traitées et comment exercer ses droits.',
        "Les écrans sont conçus pour être utilisés au clavier et avec un lecteur d'écran. La déclaration d'accessibilité, à laquelle mène le pied de chaque page, dit ce qui est conforme au RGAA 4.1 et ce qui ne l'est pas. Un défaut peut être signalé au contact ci-dessus.",
      ],
    },
  ],
})
