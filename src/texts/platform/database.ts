/** What an operator reads when the database cannot serve; every sentence says how to mend it. */
export const databaseProblems = {
  FOLDER_IN_USE: (folder: string) =>
    `Le dossier de données « ${folder} » est déjà utilisé par un autre serveur Trousseau. Arrêtez cet autre serveur, ou donnez un autre dossier à TROUSSEAU_DATA.`,
  FOLDER_NOT_WRITABLE: (folder: string) =>
    `Impossible d'écrire dans le dossier de données « ${folder} ». Donnez au compte qui lance Trousseau le droit d'y écrire, ou indiquez un autre dossier dans TROUSSEAU_DATA.`,
  FILE_NOT_OPENED: (file: string) =>
    `Impossible d'ouvrir le fichier de base de données « ${file} ». Vérifiez qu'il existe, que le compte qui lance Trousseau peut le lire et y écrire, et que le disque n'est pas plein.`,
  FILE_READ_ONLY: (file: string) =>
    `Le fichier de base de données${file && ` « ${file} »`} peut seulement être lu. Donnez au compte qui lance Trousseau le droit d'y écrire, et vérifiez que son disque n'est pas monté en lecture seule.`,
  FILE_MISSING: (file: string) =>
    `La base de données « ${file} » n'existe pas ou est vide, alors que la clé racine de cette installation est là : une sauvegarde reste sans doute à remettre en place (docs/operations.md). Pour commencer malgré tout une installation vide, lancez une seule fois « npm start -- --new-installation ».`,
  FILE_LOST: (file: string) =>
    `La base de données « ${file} » a été supprimée, déplacée ou remplacée pendant que Trousseau l'utilisait : plus rien n'y est écrit. Arrêtez Trousseau, remettez la base en place, puis redémarrez.`,
  FILE_DAMAGED: (file: string) =>
    `Le fichier « ${file} » n'est pas une base de données Trousseau lisible. Remettez en place la dernière sauvegarde de ce fichier.`,
  DISK_FULL: () =>
    `Le disque de la base de données est plein : plus rien ne peut y être écrit. Libérez de la place, puis recommencez ; ce qui était enregistré n'est pas perdu.`,
  SERVER_UNREACHABLE: (server: string) =>
    `Le serveur PostgreSQL « ${server} » ne répond pas. Vérifiez qu'il est démarré et que DATABASE_URL indique la bonne adresse.`,
  SERVER_REFUSES: (server: string) =>
    `Le serveur PostgreSQL « ${server} » refuse la connexion. Vérifiez dans DATABASE_URL le compte, le mot de passe et le nom de la base.`,
  SERVER_UNSUITABLE: (server: string) =>
    `La base PostgreSQL « ${server} » ne convient pas : il faut la version 14 ou une plus récente, en codage UTF8, ouverte en écriture. Indiquez-en une autre dans DATABASE_URL.`,
  FROM_THE_FUTURE: (migration: string) =>
    `La base de données a été mise à jour par une version plus récente de Trousseau (étape « ${migration} » inconnue de celle-ci). Installez cette version plus récente, ou remettez en place la sauvegarde faite avant la mise à jour.`,
  WRITER_BUSY: (seconds: string) =>
    `La base de données est occupée depuis plus de ${seconds} secondes : l'écriture a été abandonnée. Réessayez ; si cela persiste, redémarrez le serveur.`,
} as const

export type DatabaseProblemCode = keyof typeof databaseProblems
