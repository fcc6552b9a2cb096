import { counted, nbsp, plural } from '#texts/platform/format.ts'

const persons = (count: number): string => counted(count, 'personne', 'personnes')

/** The search for people of the directory, and the accounts that are created for them. */
export const directoryPeopleTexts = {
  open: "Chercher dans l'annuaire",
  title: "Chercher dans l'annuaire",
  detail:
    "Cochez une ou plusieurs personnes. Leurs noms et leur adresse viennent de l'annuaire, qui vérifie leur mot de passe.",
  by: 'Chercher par',
  ways: { name: 'Nom', group: 'Groupe', unit: "Unité d'organisation" },
  name: 'Nom, adresse ou compte',
  nameDetail: 'Deux caractères au moins',
  group: "Groupe de l'annuaire",
  unit: "Unité d'organisation",
  placeSearch: "Chercher dans l'annuaire",
  placeNone: 'Aucun résultat',
  list: "Personnes de l'annuaire",
  none: 'Personne ne correspond',
  /** @param most the people shown */
  first: (most: number) => `Les ${most} premiers sont affichés. Précisez la recherche.`,
  hasAccount: 'Déjà un compte',
  disabled: "Désactivé dans l'annuaire",
  nameless: 'Sans nom de compte',
  all: 'Tout cocher',
  chosen: (count: number) => `${persons(count)} ${plural(count, 'cochée', 'cochées')}`,
  tooMany: (most: number) => `${most} personnes au plus à la fois`,
  loadFailed: "L'annuaire n'a pas pu être interrogé",
  goOn: (count: number) => (count === 0 ? 'Continuer' : `Continuer avec ${persons(count)}`),
  /** The second step. */
  createTitle: "Comptes de l'annuaire",
  back: 'Retour à la recherche',
  account: (name: string) => `Compte${nbsp}: ${name}`,
  left: (count: number) =>
    `${persons(count)} ${plural(count, 'laissée', 'laissées')} de côté${nbsp}: un compte existe déjà, ou l'annuaire n'a plus l'entrée.`,
} as const
