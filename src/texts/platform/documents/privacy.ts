import { contactOf, operatorOf, type DocumentText, type OperatorFacts } from './document.ts'

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
