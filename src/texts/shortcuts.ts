/** The keys of the application, as the help lists them. */
export const shortcutTexts = {
  title: 'Raccourcis clavier',
  rows: [
    { keys: ['↑', '↓'], text: "Passer d'une ligne à l'autre" },
    { keys: ['Entrée'], text: 'Ouvrir le dossier ou le détail' },
    { keys: ['c'], text: 'Copier le mot de passe de la ligne' },
    { keys: ['u'], text: "Copier l'identifiant de la ligne" },
    { keys: ['e'], text: 'Modifier la ligne' },
    { keys: ['m'], text: 'Déplacer la ligne' },
    { keys: ['g'], text: 'Faire glisser la ligne au clavier' },
    { keys: ['Espace'], text: 'Sélectionner la ligne' },
    { keys: ['Maj ↓', 'Maj ↑'], text: 'Sélectionner les lignes voisines' },
    { keys: ['Ctrl A'], text: 'Tout sélectionner' },
    { keys: ['Suppr'], text: 'Supprimer la ligne ou la sélection' },
    { keys: ['f'], text: 'Mettre ou retirer un favori' },
    { keys: ['n'], text: 'Nouveau mot de passe' },
    { keys: ['Ctrl K', '/'], text: 'Rechercher dans tous vos coffres' },
    { keys: ['d'], text: 'Filtrer les dossiers' },
    { keys: ['Échap'], text: 'Fermer le panneau ou la fenêtre' },
    { keys: ['?'], text: 'Afficher cette aide' },
  ],
} as const
