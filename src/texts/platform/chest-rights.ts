import type { Right } from '#domain/platform/rights.ts'
import { counted } from './format.ts'

/** A right on a screen: the letter and word of its badge, and its box in the editor. */
export const rightWords: Record<Right, { letter: string; verb: string; label: string; detail: string }> = {
  read: { letter: 'L', verb: 'lire', label: 'Lire', detail: 'Voir, révéler, copier, chercher' },
  create: { letter: 'C', verb: 'créer', label: 'Créer', detail: 'Ajouter des éléments, importer' },
  update: { letter: 'M', verb: 'modifier', label: 'Modifier', detail: 'Modifier, déplacer, restaurer' },
  delete: { letter: 'S', verb: 'supprimer', label: 'Supprimer', detail: 'Mettre à la corbeille, détruire' },
  export: {
    letter: 'E',
    verb: 'exporter',
    label: 'Exporter',
    detail: 'Sortir le contenu dans un fichier',
  },
}

const readers = (count: number): string => counted(count, 'personne', 'personnes')
const ofOtherBanks = (count: number): string => (count > 1 ? "d'autres banques" : "d'une autre banque")

/** The rights on a chest: their holders, the grants that give them, and the dialog that changes them. */
export const chestRightTexts = {
  noRight: 'Aucun droit',
  legend: 'Lettres des droits',
  /** The number of attached users or teams that are not named: after the named ones (`et …`), or alone. */
  hidden: {
    user: (count: number) => `${readers(count)} ${ofOtherBanks(count)}`,
    team: (count: number) => `${counted(count, 'groupe', 'groupes')} ${ofOtherBanks(count)}`,
    and: (hidden: string) => `et ${hidden}`,
  },
  dormant: {
    'inactive-user': 'Utilisateur inactif',
    'no-shared-bank': 'Aucune banque en commun',
    'inactive-bank': 'Banque inactive',
  },
  dormantDetail: {
    'inactive-user': "Ce droit ne compte pas\u00a0: l'utilisateur est inactif",
    'no-shared-bank': 'Ce droit ne compte pas\u00a0: aucune banque en commun avec le coffre',
    'inactive-bank': 'Ce droit ne compte pas\u00a0: la banque en commun est inactive',
  },
  editor: {
    title: (holder: string) => `Droits de ${holder}`,
    ofTeam: (holder: string) => `Droits du groupe ${holder}`,
    on: 'Sur le coffre',
    legend: 'Droits',
    all: 'Tout sélectionner',
    none: 'Cochez au moins un droit. Pour les retirer tous, détachez la personne ou le groupe du coffre.',
    withoutRead: 'Sans le droit de lire, les autres droits ne comptent pas. Cochez-le pour enregistrer.',
    oneself: 'Vous changez vos propres droits\u00a0: le journal en garde la trace.',
    loadFailed: 'Erreur pendant le chargement des données',
    savedOfUser: "Droits de l'utilisateur modifiés",
    savedOfTeam: 'Droits du groupe modifiés',
    saveFailed: 'Erreur pendant la mise à jour',
  },
  ways: {
    direct: 'Droit personnel',
    team: (name: string) => `Par le groupe ${name}`,
    hiddenTeam: "Par un groupe d'une autre banque",
    banks: (labels: readonly string[]) =>
      `${labels.length > 1 ? 'Banques' : 'Banque'} en commun\u00a0: ${labels.join(', ')}`,
    noResult: 'Aucun résultat',
    loadFailed: 'Erreur pendant le chargement des données',
  },
  audience: {
    title: 'Qui peut voir ce coffre\u202f?',
    filter: 'Filtrer les personnes',
    count: (count: number) =>
      count === 0
        ? 'Personne ne peut voir ce coffre'
        : `${readers(count)} ${count > 1 ? 'peuvent' : 'peut'} voir ce coffre`,
    countOfNone: "Personne n'est nommé ici",
    hidden: (count: number) =>
      `${readers(count)} ${ofOtherBanks(count)} ${count > 1 ? 'sont aussi rattachées' : 'est aussi rattachée'} à ce coffre, sans être ${count > 1 ? 'nommées' : 'nommée'} ici.`,
    found: (count: number) => `${readers(count)} ${count > 1 ? 'trouvées' : 'trouvée'}`,
    list: 'Peuvent voir ce coffre',
    dormant: (count: number) => `Droits sans effet (${count})`,
    dormantDetail:
      "Ces personnes sont rattachées au coffre, mais aucun de leurs droits ne compte aujourd'hui.",
  },
  access: {
    title: 'À quoi cette personne a-t-elle accès\u202f?',
    filter: 'Filtrer les coffres',
    count: (count: number) =>
      count === 0
        ? "Cette personne n'a accès à aucun coffre"
        : `Accès à ${counted(count, 'coffre', 'coffres')}`,
    found: (count: number) => `${counted(count, 'coffre', 'coffres')} ${count > 1 ? 'trouvés' : 'trouvé'}`,
    list: 'Coffres accessibles',
    dormant: (count: number) => `Droits sans effet (${count})`,
    dormantDetail:
      "Cette personne est rattachée à ces coffres, mais ses droits n'y comptent pas aujourd'hui.",
    hidden: (count: number) =>
      count > 1
        ? `${counted(count, 'coffre', 'coffres')} hors de votre périmètre ne sont pas nommés ici.`
        : "1 coffre hors de votre périmètre n'est pas nommé ici.",
    guardian: 'Protégé par une clé maître',
  },
} as const
