import { contactOf, operatorOf, type DocumentText, type OperatorFacts } from './document.ts'

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
        "Un coffre protégé par une clé maître ne s'ouvre qu'avec elle. Ni l'exploitant ni l'éditeur ne peuvent la retrouver\u00a0: une clé maître perdue l'est avec ce qu'elle protège.",
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
