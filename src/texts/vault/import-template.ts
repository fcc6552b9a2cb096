const rows = [
  'Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier',
  'Exemple : messagerie;marie.durand;À remplacer 1;https://courriel.exemple.fr;Boîte du service. Remplacez cette ligne.;;Exemples/Messagerie',
  'Exemple : pare-feu;admin;"À remplacer ; 2";https://10.0.0.1;"Les guillemets entourent ce qui contient un point-virgule, un guillemet ("") ou un retour à la ligne.";JBSWY3DPEHPK3PXP;Exemples',
]

/** The CSV file to fill in; its mark tells spreadsheets that it is UTF-8. */
export const csvTemplate = {
  name: 'modele-import-trousseau.csv',
  text: `\uFEFF${rows.map((row) => `${row}\r\n`).join('')}`,
} as const
