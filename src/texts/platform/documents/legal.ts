import type { DocumentText, OperatorFacts } from './document.ts'

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
        "Les écrans sont conçus pour être utilisés au clavier et avec un lecteur d'écran, en visant la conformité au RGAA 4.1. Un défaut d'accessibilité peut être signalé au contact ci-dessus.",
      ],
    },
  ],
})
