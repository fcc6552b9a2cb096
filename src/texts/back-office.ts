import { counted } from './format.ts'

/** What the lists of the back offices share: filters, pickers, deletion. */
export const officeTexts = {
  noResult: 'Aucun résultat',
  readOnly: 'Consultation seule',
  bankFilter: (bank: string) => `Banque\u00a0: ${bank}`,
  dropBank: (bank: string) => `Ne plus filtrer sur la banque ${bank}`,
  keepBank: (bank: string) => `Limiter à la banque ${bank}`,
  others: (count: number) => `+\u00a0${counted(count, 'autre', 'autres')}`,
  allOf: (what: string, name: string) => (name === '' ? what : `${what}\u00a0: ${name}`),
  remove: 'Supprimer',
  picker: {
    add: (name: string) => `Ajouter ${name}`,
    drop: (name: string) => `Retirer ${name}`,
    more: 'Afficher la suite',
    count: (count: number) => `${count}`,
    hint: 'Chaque ajout et chaque retrait prend effet aussitôt.',
    done: 'Terminé',
    loadFailed: 'Erreur pendant le chargement des données',
    paste: 'Coller une liste',
    pasteTitle: 'Coller une liste',
    pasteLabel: 'Identifiants ou adresses e-mail',
    pasteDescription: 'Un par ligne, ou séparés par des virgules ou des points-virgules. 1\u202f000 au plus.',
    pasteTooMany: 'Une liste tient 1\u202f000 entrées au plus',
    pasteEmpty: 'Collez au moins un identifiant ou une adresse e-mail',
    check: 'Vérifier et ajouter',
    unknownTitle: (count: number) => `${counted(count, 'entrée inconnue', 'entrées inconnues')}`,
    unknownDetail: (found: number) =>
      found === 0
        ? "Rien n'a été ajouté."
        : `Rien n'a été ajouté. ${counted(found, 'autre entrée est reconnue', 'autres entrées sont reconnues')}.`,
    dropUnknown: 'Retirer les inconnus de la liste',
    allAttached: 'Toutes ces personnes en font déjà partie',
    checkFailed: 'La liste a été vérifiée sans succès',
  },
} as const
