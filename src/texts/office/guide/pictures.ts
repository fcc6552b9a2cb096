/** A picture of the guide: its size on the screen in pixels, and its description for those who do not see it. */
export type Picture = { readonly width: number; readonly height: number; readonly alt: string }

const wide = { width: 1040, height: 600 }

/** The pictures of the guide. `npm run screenshots` takes each from the demonstration, in both themes. */
export const guidePictures = {
  'sign-in': { width: 720, height: 520, alt: "La page de connexion, avec l'identifiant et le mot de passe" },
  'second-factor': {
    width: 720,
    height: 520,
    alt: 'La page du second facteur, avec le champ du code à six chiffres',
  },
  explorer: {
    width: 1280,
    height: 680,
    alt: "L'explorateur\u00a0: les dossiers à gauche, les mots de passe au milieu, le détail de l'un d'eux à droite",
  },
  search: {
    width: 1000,
    height: 440,
    alt: 'La recherche ouverte, avec ses résultats classés en coffres, dossiers et mots de passe',
  },
  'new-password': { width: 720, height: 820, alt: "Le formulaire d'un nouveau mot de passe" },
  generator: { width: 720, height: 560, alt: 'Le générateur de mots de passe et ses réglages' },
  renewal: { width: 720, height: 600, alt: "Le renouvellement d'un mot de passe, l'actuel et le nouveau" },
  move: { width: 720, height: 600, alt: "Le choix du dossier de destination d'un déplacement" },
  trash: { ...wide, height: 380, alt: "La corbeille d'un coffre et ses éléments supprimés" },
  share: {
    width: 720,
    height: 820,
    alt: "La préparation d'un message à lecture unique, avec les champs à partager",
  },
  rights: { width: 720, height: 640, alt: "Les cinq droits d'une personne sur un coffre" },
  'locked-chest': {
    width: 720,
    height: 520,
    alt: 'La demande de la clé maître pour ouvrir un coffre protégé',
  },
  import: { width: 720, height: 680, alt: "Le choix de la source d'un import" },
  'import-preview': {
    ...wide,
    height: 640,
    alt: "L'aperçu d'un import\u00a0: le nombre d'entrées de chaque verdict, puis les entrées et leurs choix",
  },
  export: { width: 720, height: 720, alt: "Le choix du format d'un export, et le mot de passe du fichier" },
  account: { ...wide, height: 640, alt: 'La page du compte, avec le second facteur et les codes de secours' },
  'change-bank': { width: 720, height: 520, alt: 'Le choix de la banque courante' },
  banks: { ...wide, height: 460, alt: 'La liste des banques' },
  teams: { ...wide, height: 460, alt: 'La liste des groupes' },
  users: { ...wide, height: 520, alt: 'La liste des utilisateurs et ses filtres' },
  'user-form': { width: 720, height: 680, alt: "Le formulaire de création d'un utilisateur" },
  chests: { ...wide, height: 480, alt: 'La liste des coffres, avec les personnes et les groupes de chacun' },
  audience: { ...wide, height: 480, alt: 'Les personnes qui peuvent voir un coffre, et par quel chemin' },
  dashboard: { ...wide, height: 640, alt: 'Le tableau de bord et ses graphiques' },
  administration: { ...wide, height: 640, alt: "La page d'administration" },
} as const satisfies Record<string, Picture>

export type PictureName = keyof typeof guidePictures
