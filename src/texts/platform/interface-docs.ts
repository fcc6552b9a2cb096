import { counted, narrowNbsp, nbsp } from './format.ts'

/** The frame of the readable page of the interface; what it frames is the contract's own, in English. */
export const interfaceDocsTexts = {
  title: "Documentation de l'interface",
  lead: "Tous les appels de Trousseau, tels que le serveur les vérifie. Les phrases en anglais sont celles du contrat d'où viennent les routes, les contrôles et cette page.",
  document: 'Document OpenAPI 3.1 (JSON)',
  count: (calls: number) => counted(calls, 'appel', 'appels'),
  contents: 'Sommaire',
  parameters: 'Paramètres',
  body: 'Corps de la demande',
  replies: 'Réponses',
  success: 'Réponse',
  refusals: 'Refus',
  name: 'Nom',
  place: 'Place',
  type: 'Type',
  status: 'Statut',
  meaning: 'Codes et messages',
  places: { path: 'adresse', query: 'requête' },
  required: 'obligatoire',
  optional: 'facultatif',
  types: {
    string: 'texte',
    integer: 'entier',
    number: 'nombre',
    boolean: 'booléen',
    null: 'rien',
    array: 'liste de',
    object: 'objet',
    any: 'toute valeur',
    file: 'fichier',
  },
  either: ' ou ',
  deeper: 'et ainsi de suite',
  range: (low: number | undefined, high: number | undefined) =>
    low === undefined
      ? `au plus ${high ?? ''}`
      : high === undefined
        ? `au moins ${low}`
        : `de ${low} à ${high}`,
  rules: [
    'Chaque appel sous /api porte X-Requested-With: XMLHttpRequest et vient de la même origine.',
    'Les adresses répondent avec et sans barre oblique finale. Les champs inconnus sont refusés.',
    "Les textes sont de l'Unicode valide, en UTF-8 : une moitié de paire (\\ud800) ou des octets d'un autre codage sont refusés.",
    `Un refus s'écrit { "code", "message", "details"${narrowNbsp}? }${nbsp}: le message est en français.`,
  ],
} as const
