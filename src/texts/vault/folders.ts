import { counted } from '#texts/platform/format.ts'

export const folderTexts = {
  createTitle: 'Nouveau dossier',
  name: 'Nom',
  description: 'Description',
  nameFormat: '255 caractères au plus, sur une seule ligne',
  submit: 'Créer',
  created: 'Dossier créé',
  createFailed: 'Erreur pendant création du dossier',
  panelLabel: 'Détail du dossier',
  content: 'Contenu',
  contentOf: (items: number, folders: number) =>
    [
      counted(items, 'mot de passe', 'mots de passe'),
      folders > 0 && counted(folders, 'sous-dossier', 'sous-dossiers'),
    ]
      .filter((part) => part !== false)
      .join(', '),
  parent: 'Dans',
  root: 'Racine du coffre',
  open: 'Ouvrir le dossier',
} as const
