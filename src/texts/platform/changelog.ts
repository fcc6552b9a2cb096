/** The dialog of the changelog. */
export const changelogTexts = {
  title: 'Nouveautés',
  version: (version: string) => `Version ${version}`,
  close: 'Fermer',
  loadFailed: 'Erreur pendant le chargement des données',
  /** The specification's own words. */
  markFailed: 'Erreur pendant mise à jour utilisateur',
} as const

export type Feature = {
  readonly title: string
  readonly text: string
  /** The address of a file directly in web/public, or null. */
  readonly picture: string | null
}
/** Other changes of a release. They are only in CHANGELOG.md; the pages show features. */
export type Change = 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security'
export type Release = {
  readonly version: string
  /** YYYY-MM-DD */
  readonly date: string
  readonly features: readonly Feature[]
  /** What an operator does before or after the upgrade, in order; only in CHANGELOG.md and in `upgrade-check`. */
  readonly operator?: readonly string[]
  readonly notes?: Readonly<Partial<Record<Change, readonly string[]>>>
}

const plain = (title: string, text: string): Feature => ({ title, text, picture: null })

/**
 * The changelog, latest release first. A published release never changes and is never removed: accounts store
 * how many releases their owner has read, so a release added at the top is unread for every user.
 */
export const releases: readonly Release[] = [
  {
    version: '0.2.0',
    date: '2026-11-26',
    features: [
      {
        title: 'Reprise de tous les gestionnaires',
        text: "KeePass, Bitwarden, 1Password, Dashlane, Proton Pass, navigateurs et une trentaine d'autres\u00a0: le fichier est reconnu à son contenu. Un aperçu montre chaque entrée avant l'import, avec les noms de ses champs et de ses fichiers. Un import peut être annulé pendant trente jours.",
        picture: '/news-import.svg',
      },
      plain(
        'Exports',
        "Un coffre, un dossier ou une sélection, vers KeePass, Bitwarden ou un tableur. L'archive Trousseau contient tout ce qu'ont les éléments, et déplace un coffre vers une autre installation\u00a0: les fichiers déjà importés y sont reconnus\u00a0; la fiche de secours s'imprime, avec les QR codes des OTP et du Wi-Fi.",
      ),
      plain(
        'Champs supplémentaires',
        "Un port, une clé de licence, un code de carte, une clé privée\u00a0: jusqu'à trente champs par mot de passe, visibles ou masqués, proposés selon la catégorie. Les réseaux Wi-Fi se rejoignent par un QR code.",
      ),
      plain(
        'Pièces jointes',
        'Des certificats, des contrats ou des clés à côté du mot de passe, chiffrés avec lui. Les images et les PDF se voient sans quitter la page.',
      ),
      plain(
        'Copier et déplacer entre coffres',
        "Dupliquez un élément, copiez-le ou déplacez-le vers un autre coffre, un dossier avec tout ce qu'il contient. Avant de confirmer, vous voyez qui pourra le voir et qui ne le verra plus.",
      ),
      plain(
        'À renouveler avant le',
        'Une date sur un mot de passe, ou une règle sur un dossier ou un coffre\u00a0: ceux qui peuvent le changer sont prévenus à temps, et le tableau de bord montre les prochains.',
      ),
      plain(
        'Journal',
        "Qui a fait quoi, sur quel coffre, quand et d'où, avec ses filtres et son export. Chaque ligne est scellée\u00a0: la commande «\u00a0verify-journal\u00a0» prouve que personne ne l'a modifiée, et qu'un export est resté tel quel.",
      ),
    ],
    operator: [
      "Lancez «\u00a0trousseau upgrade-check\u00a0» (sans le paquet, «\u00a0npm run trousseau -- upgrade-check\u00a0») avec cette version\u00a0: elle dit ce qu'elle ferait à la base, sans rien changer.",
      'Sauvegardez la base et le fichier de clés racine.',
      "Arrêtez tous les nœuds de la version 0.1.0 avant de démarrer celle-ci\u00a0: ce qu'ils écriraient ensuite ne vaudrait rien.",
      'Gardez le dossier de données de chaque nœud, aussi avec PostgreSQL\u00a0: il sait quelles preuves existaient.',
      "Le journal ne garde plus que douze mois, les mois plus anciens passent dans des archives\u00a0: réglez TROUSSEAU_JOURNAL_MONTHS avant le premier démarrage s'il en faut plus.",
    ],
    notes: {
      security: [
        "Alertes, par e-mail et sur la page d'administration\u00a0: beaucoup de secrets lus en dix minutes, connexion d'un administrateur depuis un nouveau réseau, export, droits que quelqu'un s'est donnés, rôle donné, clés maîtres devinées, journal modifié.",
        "Comptes, sessions, droits, groupes et banques ne comptent que tels que le serveur les a écrits\u00a0: qui modifie la base de données ne s'accorde aucun droit. Une ancienne ligne remise en place est signalée dans les dix minutes. Arrêtez tous les nœuds avant cette mise à jour.",
        "Une horloge qui a avancé, puis a été remise à l'heure, n'exclut plus personne et ne laisse plus rien d'ouvert\u00a0: les sessions de ce temps-là se ferment, les codes et les délais comptent depuis l'heure juste.",
        "Une clé maître, la phrase de passe des clés racine et un mot de passe de compte sont refusés s'ils se devinent en trop peu d'essais\u00a0; six mots tirés au hasard sont proposés d'abord. Noms, adresse, banques et organisation sont essayés en premier. TROUSSEAU_PASSWORD_FLOOR=ask fait changer les mots de passe de compte existants à la prochaine connexion, et seule la personne apprend pourquoi.",
        'Deviner une clé maître volée avec la base coûte deux fois plus (Argon2id, 128\u00a0Mio). Le coût est gardé avec chaque coffre\u00a0: un verrou plus ancien est renforcé à sa prochaine ouverture.',
      ],
      changed: [
        "Sauvegardes en un fichier chiffré, pendant que Trousseau tourne\u00a0: «\u00a0backup\u00a0», chaque nuit ou toutes les quelques minutes. «\u00a0verify-backup\u00a0» ouvre tout ce qu'elles contiennent, «\u00a0restore\u00a0» les remet en place.",
        "Sauvegardes avec SQLite\u00a0: dès que celles de nuit sont réglées, ce qui a changé est aussi gardé toutes les quatre minutes, dans «\u00a0recent\u00a0». Une panne fait perdre cinq minutes au plus\u00a0; un retard est une alerte et rend la carte rouge. TROUSSEAU_BACKUP_MINUTES=0 n'en fait aucune.",
        "Sauvegardes de nuit\u00a0: si une valeur ne s'ouvre plus, la carte reste rouge et aucune ancienne sauvegarde n'est effacée, jusqu'à ce qu'elle s'ouvre. Un retard se dit aussi quand aucune n'a jamais été faite. Une sauvegarde par la commande ne remplace plus celle de la nuit.",
        'Le paquet Debian crée /var/backups/trousseau, que le service remplit dès que les réglages le nomment\u00a0; les conteneurs sauvegardent aussi PostgreSQL. Les exemples de HAProxy et de nginx trouvent les pages des deux versions pendant une mise à jour sans arrêt.',
        'Le journal garde douze mois (réglage TROUSSEAU_JOURNAL_MONTHS). Les mois plus anciens passent dans des archives scellées, que «\u00a0verify-journal\u00a0» relit.',
        'Événements du journal pour un SIEM\u00a0: syslog (RFC 5424) sur TLS ou fichier, en JSON ou CEF, sans perte quand le récepteur est absent. Commande «\u00a0resend-events\u00a0». Au démarrage, un certificat en DER, que TLS ignorerait, est refusé.',
        'Commandes «\u00a0trousseau import\u00a0» et «\u00a0export\u00a0»\u00a0: les mêmes imports et exports sans navigateur, par un serveur en marche, avec les choix par verdict, la liste des imports et leur annulation.',
        "Pendant un import de dix mille entrées, les autres n'attendent plus\u00a0: tout est chiffré avant l'écriture, qui tient en une fraction de seconde.",
        "Après un export pour KeePass, Trousseau dit combien d'éléments KeePass lirait autrement\u00a0: accolades, tabulations, étiquettes avec deux-points, codes de plus de soixante secondes.",
        "Imports KeePass\u00a0: ce que le fichier protège (identifiant, adresse, titre) et les champs au nom secret (PIN, clé, TOTP Seed) arrivent masqués. Étiquettes des groupes, URL de remplacement et adresses de Kee sont gardées\u00a0; le reste est compté dans l'aperçu. Une pièce jointe abîmée n'est plus importée coupée, et le groupe Backup de KeePass\u00a01 compte comme une corbeille. Les champs masqués pour leur nom sont dits dans l'aperçu, et un titre protégé ne renomme pas l'élément déjà importé.",
        "Imports\u00a0: les colonnes d'un tableau inconnu, une fois précisées, le restent pour le tableau suivant de mêmes colonnes. Un code OTP que Trousseau ne calculerait pas comme son auteur reste masqué, et c'est dit. La corbeille de KeePassXC n'est plus importée, les accents abîmés se réparent aussi en XML et en JSON, et un même fichier importé dans deux dossiers ne mélange plus leurs entrées.",
        'Un texte qui contient déjà des balises se modifie et se restaure, aussi dans les descriptions de coffres, groupes et banques\u00a0; seules les nouvelles balises sont refusées.',
        "Authentification unique\u00a0: chaque échec dit sa raison, à la personne et sur la page d'administration\u00a0; «\u00a0doctor --sso\u00a0» essaie le fournisseur. Les noms qui ne sont qu'à UserInfo se voient, SSO_PROMPT=none convient aux fournisseurs qui refusent le choix du compte, et SSO_CLIENT_AUTH dit comment le secret est donné.",
        'Robustesse\u00a0: les accents ne comptent plus, les signes entre les mots comptent peu, un mot de passe fait des mots de sa fiche est reconnu avec et sans eux. Les niveaux déjà enregistrés sont recalculés\u00a0; ceux des coffres protégés, à leur ouverture.',
        "Une limite de l'annuaire qui coupe la liste des groupes d'une personne ne la retire plus d'aucun groupe, et la page d'administration le dit. Mots de passe d'annuaire jusqu'à 1\u202f024 caractères. SQLite refuse un partage réseau (NFS, SMB, sshfs, virtiofs…), sauf TROUSSEAU_DATA_ON_SHARE=on.",
        "L'annuaire, les e-mails, le fournisseur de connexion et PostgreSQL font confiance aux autorités de la machine. LDAP_BIND_DN accepte aussi nom@domaine et DOMAINE\\nom\u00a0; un LDAP_USER_FILTER mal écrit arrête le démarrage et dit comment l'écrire.",
        "Active Directory\u00a0: une recherche s'arrête à nos limites même si l'annuaire ignore les siennes. Une correspondance avec le groupe principal («\u00a0Utilisateurs du domaine\u00a0»), qui ne faisait entrer personne, est signalée, et LDAP_PRIMARY_GROUP=on la fait compter.",
        "E-mails\u00a0: un expéditeur que le serveur refuse fait attendre les messages aussi longtemps qu'il le faut au lieu de les perdre\u00a0; la page d'administration et «\u00a0doctor\u00a0» le disent, et «\u00a0Essayer maintenant\u00a0» en essaie un. Un serveur qui prend peu de connexions à la fois les reçoit tous sans attendre. «\u00a0doctor\u00a0» essaie l'expéditeur, sans rien envoyer.",
        "Annuaire\u00a0: la page d'administration liste les comptes dont l'entrée a disparu ou est désactivée, et les désactive au bout de trente jours, à la main ou par LDAP_DEACTIVATE_DAYS.",
        "Comptes de l'annuaire en nombre\u00a0: l'import d'utilisateurs accepte les colonnes directory et sam, et «\u00a0Chercher dans l'annuaire\u00a0» propose des personnes par nom, groupe ou unité d'organisation. Noms et adresse en viennent. La vérification dit qui est nouveau, qui a déjà un compte et qui est absent.",
        "Annuaire\u00a0: «\u00a0Relier à nouveau\u00a0» rend son compte à une personne recréée dans l'annuaire. Les deux entrées sont montrées d'abord\u00a0; celle d'un autre compte est refusée.",
        "Active Directory\u00a0: un mot de passe à changer d'abord dans Windows est annoncé comme tel, sans compter comme un échec. Un compte désactivé, expiré ou verrouillé dans l'annuaire reste refusé sans un mot, et sa raison est au journal et à côté de la personne, dans la liste des utilisateurs.",
        'Annuaire et messagerie\u00a0: «\u00a0doctor\u00a0» et le journal technique donnent le code de la panne (certificat expiré, autorité inconnue, compte qui cherche verrouillé…) et le réglage à regarder.',
        "Un annuaire qui refuse le compte qui cherche n'est plus interrogé pendant cinq minutes, puis jusqu'à trente, pour ne pas verrouiller ce compte. La page d'administration le montre, avec un bouton «\u00a0Essayer maintenant\u00a0», ainsi que sa dernière réponse, son dernier échec et la fin de son certificat.",
        'Une carte bancaire ou une licence se crée sans mot de passe.',
        "«\u00a0Changer de coffre\u00a0», la page des coffres et le déplacement vers un autre coffre montrent d'abord les coffres favoris, puis ceux que vous avez ouverts en dernier dans ce navigateur.",
        'Corbeille\u00a0: les actions sur la sélection sont au bas de la liste, comme ailleurs, et sur un téléphone six entrées se voient à la fois. La liste des utilisateurs donne toute sa place au nom.',
        "Sur un réseau lent, les noms d'un coffre se lisent avant que la page soit entièrement chargée.",
        'Un navigateur trop ancien le dit en haut de la page\u00a0; le guide nomme ceux qui sont pris en charge.',
        "Avant la fin des douze heures d'une session, la page propose de la prolonger\u00a0: confirmez que c'est bien vous, sans rien quitter. Si la session se termine pendant une saisie, ou après une absence, la saisie reste gardée, cachée, jusqu'à ce que la même personne se reconnecte. L'horloge du navigateur n'y change rien.",
        "Une page ouverte suit les droits donnés et retirés, sans changer d'onglet. Les PDF écrivent toutes les lettres latines (L'HAŸ-LES-ROSES, Wałęsa) et les traits d'union insécables. «\u00a0Copier la clé secrète\u00a0» dit quand le navigateur n'a pas de presse-papiers.",
        "Paquet Debian avec son propre Node, images de conteneurs, «\u00a0doctor --settings\u00a0». DATABASE_URL et SMTP_URL se lisent aussi dans un fichier (DATABASE_URL_FILE, SMTP_URL_FILE). Un fichier de secret que d'autres comptes peuvent lire arrête le démarrage, ceux de LDAP_BIND_PASSWORD_FILE et de SSO_CLIENT_SECRET_FILE aussi\u00a0: vérifiez leurs droits (600) avant la mise à jour.",
        'La page docs/fr/reglages.md liste tous les réglages en français.',
        "Mesures pour Prometheus (/metrics), avec un tableau de bord Grafana et des règles d'alerte\u00a0; traces OpenTelemetry, si elles sont réglées.",
        'La documentation dit que faire à chaque alerte. La fin du certificat présenté au SIEM se mesure, et «\u00a0doctor\u00a0» la dit.',
        "Un certificat TLS renouvelé est relu dans la minute, sans redémarrage. Son expiration se voit sur la page d'administration.",
        'Commande «\u00a0trousseau upgrade-check\u00a0», et à chaque version la liste des paquets (SBOM) et des empreintes signées, aussi celles des paquets Debian.',
      ],
      fixed: [
        "Un nœud s'arrête proprement pendant une panne de PostgreSQL, aussi longue soit-elle.",
        "Un dossier ou un fichier qui manque, ne se lit pas ou ne s'écrit pas, un disque plein\u00a0: les commandes, le démarrage et la ligne d'une sauvegarde échouée disent lequel, et que faire.",
        "Une horloge qui retarde un moment ne détruit plus rien\u00a0: sessions, liens et messages reviennent avec l'heure juste, un code utilisé reste utilisé, un compte bloqué le reste. Une horloge qui avançait, même de peu, ne refuse plus un code juste et n'efface plus les sauvegardes récentes. Rien n'est supprimé pour son âge avant que l'horloge ait tenu une heure.",
        "Tant que l'horloge avance, une connexion ne met plus fin aux sessions des autres, un nouveau lien n'efface plus les leurs, et aucun e-mail en attente n'est abandonné. La liste des sessions ne montre plus comme ouvertes celles d'une horloge qui avançait.",
        "Après une déconnexion ou un verrouillage, «\u00a0Précédent\u00a0» ne montre plus rien du coffre, dans aucun navigateur, et rien ne reste à l'écran pendant que le serveur répond.",
        "Quand une page gardée revient après une reconnexion, elle connaît la fin de la nouvelle session\u00a0: les annonces et les questions de l'ancienne ont disparu. Une confirmation d'identité ou une clé maître en cours de saisie n'est pas gardée.",
        "Ce que vous saisissez dans le panneau d'un élément reste à l'écran quand le droit de modifier vous est retiré\u00a0: le panneau le dit, vous pouvez le copier, et l'enregistrer si le droit revient.",
        "Un nouveau mot de passe de compte en cours de saisie est gardé, lui aussi, quand la session se termine\u00a0; l'actuel ne l'est pas.",
        "Copier un mot de passe fonctionne aussi dans Safari. Le presse-papiers est vidé après 45\u00a0s, sans question du navigateur\u00a0: la notification dit quand. Un secret copié à la main l'est de même, et ce que vous copiez ensuite ici y reste.",
        "Les navigateurs ne proposent plus d'enregistrer les mots de passe du coffre, ni les clés maîtres\u00a0: seulement celui de votre compte. Un secret masqué ne se copie plus à la main. Une longueur se tape en entier dans le générateur.",
        "Dans Safari, la poignée déplace la ligne sur laquelle elle est, la liste garde sa largeur à côté d'un panneau ouvert, et ses lignes se voient.",
        "Imports\u00a0: la colonne d'un tableau qui peut contenir un secret (digicode, code d'alarme, clé Wi-Fi, IBAN, réponse secrète, MFA, ou un nom inconnu) arrive masquée par les deux voies, comme les cellules au-delà des titres.",
        "Imports\u00a0: «\u00a0Nom du site\u00a0», «\u00a0Adresse du site\u00a0», «\u00a0Nom du compte\u00a0» et leurs semblables deviennent le nom, l'adresse ou l'identifiant quand aucune autre colonne ne l'est. Une colonne A2F ou 2FA qui dit «\u00a0Oui\u00a0» ou «\u00a0par SMS\u00a0» reste visible.",
        "Imports\u00a0: reprendre par «\u00a0Autre gestionnaire\u00a0» un fichier déjà importé au même endroit, pour réparer ses accents ou choisir ses colonnes, met ses entrées à jour au lieu de les doubler. Ses dossiers aux accents abîmés, que personne n'a renommés, prennent leur nom réparé.",
        "Imports de 1Password, Bitwarden et d'autres gestionnaires\u00a0: un champ visible dont le nom est celui d'un secret (Code PIN, mdp), ou qui contient une clé privée, arrive masqué, comme ceux de KeePass.",
        "Imports d'archives ZIP\u00a0: un fichier qu'aucune entrée ne nomme est signalé, dans l'aperçu et après l'import. Le seul tableau, JSON ou XML d'une archive est lu dans tout dossier, aussi quand macOS l'a faite. Une pièce jointe dont la somme de contrôle est fausse n'est plus importée, et c'est dit.",
        'Annuler un import\u00a0: au-delà de mille éléments qui restent en place, les autres sont comptés.',
        'Une adresse entre chevrons déjà acceptée dans un texte se remplace, se répète et change de casse\u00a0; un attribut ajouté à une balise acceptée est refusé.',
        "Accents abîmés\u00a0: ceux d'un fichier lu en ISO-8859-1, en page de code 437 ou par un Mac (MacRoman) se réparent aussi, et seulement là où le caractère est certain.",
        "1Password et Bitwarden\u00a0: un mois reste un mois, sans jour inventé\u00a0; les textes et les clés qu'une version plus récente ajoute arrivent en champs masqués.",
        'Codes OTP\u00a0: une adresse otpauth coupée sur plusieurs lignes se lit entière\u00a0; un réglage inconnu (type=steam, crypto, seconds, time) ne donne plus jamais un code ordinaire.',
        "Imports\u00a0: caractères de contrôle retirés des textes et des adresses de la même façon dans tous les formats, l'aperçu nomme l'élément\u00a0; ceux d'un mot de passe restent, et c'est dit. Un code OTP placé dans un nom, un identifiant, une adresse, des notes ou un champ arrive masqué, même au milieu d'un texte.",
        "PDF\u00a0: les accents séparés de leur lettre (collés depuis macOS) se posent sur elle\u00a0; un signe que la police n'a pas s'écrit par son numéro, aussi dans les mentions légales. La fiche de secours montre un accent séparé dans un mot de passe.",
        "Authentification unique\u00a0: le journal, «\u00a0doctor --sso\u00a0» et la page d'administration montrent l'adresse en cause, sans jeton ni code. Un nom ou un e-mail vide est cherché à UserInfo, les signes invisibles d'un nom disparaissent, et de nouvelles clés sans nom sont acceptées dès la première connexion.",
        "Imports\u00a0: les tableaux de Keeper Commander, l'archive de tableaux de Nextcloud Passwords et ceux dont les colonnes s'écrivent en un mot (ServiceUrl) sont reconnus. La corbeille de Buttercup est laissée de côté, l'adresse d'une clé d'accès de Psono, le nom d'un champ fichier de Passman et les favoris de mRemoteNG arrivent\u00a0; une carte de Dashlane garde son nom.",
        "Listes en cartes, sur un téléphone ou dans une fenêtre étroite\u00a0: le tri et la case qui sélectionne tout sont à l'écran, au lieu de boutons invisibles que la touche Tab atteignait. Suppr et m agissent sur la sélection d'où que l'on soit dans la page.",
        "Menus\u00a0: un lecteur d'écran dit quel thème, quelle hauteur de ligne, quel tri ou quel choix est en cours.",
        "Imports\u00a0: un fichier piégé (une ligne, une adresse ou une base KeePass faite pour cela) ne peut plus bloquer le serveur. Il est lu ou refusé, et les autres n'attendent pas.",
        "PostgreSQL\u00a0: une panne derrière pgbouncer, un mot de passe ou un certificat refusés en cours de route sont une attente, et non plus une erreur 500\u00a0; un démarrage attend aussi derrière pgbouncer. Une mise à jour attend la fin d'une sauvegarde au lieu d'échouer, sans arrêter les autres.",
        "Recherche\u00a0: un coffre abîmé n'empêche plus de trouver dans les autres, et une ligne de log le nomme. Les recherches qui attendent leur tour n'occupent plus de mémoire.",
      ],
    },
  },
  {
    version: '0.1.0',
    date: '2026-11-22',
    features: [
      plain(
        'Coffres, dossiers et mots de passe',
        "Rangez vos mots de passe dans les dossiers de coffres partagés. Les droits s'accordent un par un, à des personnes ou à des groupes.",
      ),
      plain(
        'Coffres protégés',
        "Un coffre peut demander sa propre clé maître. Sans elle, personne ne l'ouvre, administrateurs compris.",
      ),
      plain(
        'Connexion en deux étapes',
        "Application d'authentification, code par e-mail ou clé d'accès\u00a0: chaque compte a un second facteur. «\u00a0Mon compte\u00a0» montre vos sessions et vos codes de secours.",
      ),
      {
        title: 'Import LockSelf, KeePass et CSV',
        text: 'Les dossiers, les mots de passe et les codes OTP arrivent en une fois, tous ou aucun. Importer de nouveau un fichier ne crée aucun doublon\u202f; un modèle CSV aide à partir de zéro.',
        picture: '/news-import.svg',
      },
      plain(
        'Tableau de bord',
        "La robustesse de vos mots de passe, les plus faibles et ce qui reste à faire, chaque chiffre menant à sa liste. Les directeurs y suivent les indicateurs de l'organisation, les administrateurs les connexions et les comptes.",
      ),
      plain(
        'Recherche globale',
        'Ctrl\u202f+\u202fK ou la barre oblique\u00a0: coffres, dossiers et mots de passe de tous vos coffres ouverts, sans tenir compte des accents.',
      ),
      plain(
        'Codes OTP',
        "Le code à six chiffres d'un compte s'affiche et se copie à côté de son mot de passe\u00a0; le QR code se lit depuis une image.",
      ),
      plain(
        'Messages à usage unique',
        "Le bouton «\u00a0Partager\u00a0» crée un lien qui s'ouvre une seule fois et dont vous choisissez l'expiration, pour transmettre un mot de passe à quelqu'un qui n'a pas de compte.",
      ),
      plain(
        'Corbeille et anciennes valeurs',
        "Ce qui est supprimé se restaure à sa place. Les dix dernières valeurs de chaque champ sont gardées, et l'activité dit qui a fait quoi.",
      ),
      plain(
        'Robustesse et danger',
        'Chaque mot de passe et chaque adresse ont un niveau de 0 à 5, avec ses raisons. Le générateur propose des mots de passe et des phrases.',
      ),
      plain(
        'Tout au clavier, sur tous les écrans',
        'Flèches, glisser-déposer au clavier, thème clair ou sombre, téléphone\u00a0: la touche «\u00a0?\u00a0» donne la liste des raccourcis.',
      ),
    ],
  },
]
