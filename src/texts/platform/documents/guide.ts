import { contactOf, type DocumentText, type OperatorFacts } from './document.ts'

/** The short guide for the first day. */
export const guideText = (facts: OperatorFacts): DocumentText => ({
  title: "Guide d'utilisation",
  lead: "L'essentiel pour trouver, copier et ranger ses mots de passe.",
  sections: [
    {
      heading: 'Se connecter',
      paragraphs: [
        "La connexion demande l'identifiant, le mot de passe, puis le code à six chiffres d'une application d'authentification. À la première connexion, un QR code s'affiche\u00a0: il se scanne avec l'application, une seule fois. Sans activité, la session se ferme\u00a0; un compte à rebours prévient une minute avant.",
      ],
    },
    {
      heading: 'Se repérer',
      paragraphs: [
        "Un coffre contient des dossiers, et les dossiers des mots de passe. La barre du haut mène à l'explorateur, change de banque courante et ouvre l'aide\u00a0; le fil d'Ariane dit où l'on est. L'adresse de la page garde l'endroit\u00a0: elle peut être copiée et rouverte par quiconque a les droits.",
      ],
    },
    {
      heading: 'Copier, afficher',
      paragraphs: [
        "L'icône de copie met le mot de passe dans le presse-papiers, qui est vidé après 45 secondes là où le navigateur le permet. L'icône en forme d'œil l'affiche pendant 30 secondes. Chaque lecture est enregistrée. Un code à usage unique s'affiche avec les secondes qui lui restent.",
      ],
    },
    {
      heading: 'Créer, modifier',
      paragraphs: [
        "«\u00a0Nouveau mot de passe\u00a0» ouvre le formulaire, avec un générateur et la mesure de la robustesse. Le secret d'un code à usage unique se donne par sa clé, par son adresse otpauth:// ou par l'image de son QR code, choisie, collée ou déposée dans le champ. Dans le panneau de détail, le crayon modifie un champ sur place.",
        "Supprimer met à la corbeille du coffre, d'où l'on peut restaurer.",
      ],
    },
    {
      heading: 'Transmettre',
      paragraphs: [
        "«\u00a0Note\u00a0» prépare un message à lecture unique, vide ou tiré d'un mot de passe\u00a0: on choisit ce qu'il contient et sa durée de validité, puis on transmet son lien. Le message est chiffré dans le navigateur\u00a0; la clé n'est que dans le lien. Qui ouvre le lien, même sans compte, lit le message une fois\u00a0; il est alors détruit.",
      ],
    },
    {
      heading: 'Retrouver',
      paragraphs: [
        "La recherche de la barre du haut regarde dans tous les coffres que l'on peut lire\u00a0: noms, identifiants, adresses, descriptions et chemins, sans tenir compte des accents ni des majuscules. L'étoile met un coffre ou un mot de passe en favori, pour l'avoir sous la main.",
      ],
    },
    {
      heading: 'Coffres protégés',
      paragraphs: [
        "Un coffre marqué d'un cadenas s'ouvre avec sa clé maître, en plus du compte. Il se referme après quinze minutes sans usage, à la déconnexion, ou dès qu'on le demande. Cinq clés fausses ferment la session. Personne ne peut retrouver une clé maître perdue\u00a0: elle se garde ailleurs que dans Trousseau, en lieu sûr.",
      ],
    },
    {
      heading: 'Au clavier',
      paragraphs: ["Tout se fait au clavier. Quelques touches, hors de la saisie d'un texte\u00a0:"],
      list: [
        "flèches\u00a0: passer d'une ligne à l'autre\u00a0; Entrée\u00a0: ouvrir\u00a0;",
        'c\u00a0: copier le mot de passe de la ligne\u00a0; u\u00a0: copier son identifiant\u00a0;',
        'e\u00a0: modifier la ligne\u00a0; p\u00a0: la transmettre par une note\u00a0; n\u00a0: nouveau mot de passe\u00a0;',
        '?\u00a0: la liste complète des raccourcis\u00a0; Échap\u00a0: fermer.',
      ],
    },
    {
      heading: "Besoin d'aide",
      paragraphs: [`Il faut s'adresser à\u00a0: ${contactOf(facts)}.`],
    },
  ],
})
