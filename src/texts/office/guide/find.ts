import { screenLimits, searchLimits } from '#domain/platform/limits.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { explorerTexts, searchTexts } from '#texts/vault/explorer.ts'
import { shellTexts, shortcutTexts } from '#texts/platform/shell.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { key, label, list, note, picture, section, steps, table, text, type GuidePage } from './model.ts'

const seconds = (ms: number): number => ms / 1000
const { menu } = explorerTexts

export const findPage: GuidePage = {
  id: 'find',
  title: 'Trouver et copier',
  lead: 'Trouver, copier, repartir\u00a0: quelques secondes suffisent.',
  sections: [
    section(
      'explorer',
      "Se repérer dans l'explorateur",
      text(
        "Un coffre contient des dossiers, et les dossiers des mots de passe. Un coffre est rattaché à une ou plusieurs banques : un client, un site, une filiale. Vous voyez les coffres qu'on vous a ouverts.",
      ),
      picture('explorer'),
      list(
        "À gauche : le coffre courant, vos coffres favoris et l'arbre des dossiers.",
        `Au milieu : le fil d'Ariane, les actions et le tableau. ${label(uiTexts.columns.choose)} règle ses colonnes.`,
        "À droite : le détail de l'élément choisi.",
      ),
      text(
        "L'adresse de la page dit où vous êtes : copiée et envoyée, elle mène au même endroit les collègues qui en ont le droit.",
      ),
    ),
    section(
      'copy',
      'Copier un mot de passe',
      steps(
        'Placez le pointeur sur la ligne, ou allez-y avec les flèches.',
        `Choisissez ${label(itemTexts.copy.password)}, ou appuyez sur ${key('c')}.`,
        'Collez-le où il sert.',
      ),
      note(
        `Le presse-papiers est vidé après ${seconds(screenLimits.clipboardMs)} secondes, ou à la première touche ou au premier clic qui suit dans Trousseau\u00a0: la notification le dit. Chaque lecture d'un mot de passe est inscrite au journal.`,
      ),
      text(
        `De même, ${key('l')} copie l'identifiant, ${key('o')} le code OTP, et ${key('a')} ouvre l'adresse. Ces actions sont aussi dans le menu de la ligne.`,
      ),
    ),
    section(
      'show',
      'Lire un mot de passe sans le copier',
      steps(
        `Choisissez ${label(itemTexts.show)}, l'œil de la ligne ou du panneau.`,
        `Il se masque de lui-même après ${seconds(screenLimits.revealMs)} secondes, ou par ${label(itemTexts.hide)}.`,
      ),
      text('Les chiffres et les signes ont une autre couleur que les lettres, pour ne pas les confondre.'),
    ),
    section(
      'search',
      'Chercher dans tous vos coffres',
      steps(
        `Appuyez sur ${key('Ctrl K')} ou sur ${key('/')}, ou choisissez ${label(searchTexts.placeholder)} dans la barre du haut.`,
        `Tapez au moins ${searchLimits.minimum} lettres. Les accents et les majuscules ne comptent pas.`,
        `Parcourez les résultats avec ${key('↑')} et ${key('↓')}, puis ouvrez celui que vous voulez avec ${key('Entrée')}.`,
      ),
      picture('search'),
      text(
        `La recherche porte sur le nom, l'identifiant, l'adresse, la description, les champs de type Texte ou Adresse et les dossiers. Chaque mot tapé doit s'y trouver. ${key('→')} mène aux boutons du résultat, pour copier sans l'ouvrir.`,
      ),
      note(
        `Quand une banque est choisie, la recherche s'y limite. ${label(searchTexts.everyBank)} retire cette limite. Un coffre protégé n'est parcouru que s'il est ouvert.`,
      ),
    ),
    section(
      'chest',
      'Changer de coffre ou de banque',
      steps(
        `Choisissez ${label(explorerTexts.changeChest)}, puis tapez le début de son nom dans ${label(chestTexts.search)}. Vos coffres favoris y sont en tête, puis ceux que vous avez ouverts en dernier.`,
        `Pour ne voir que les coffres d'un client, choisissez sa banque dans la barre du haut. ${label(shellTexts.allBanks)} les montre tous.`,
      ),
    ),
    section(
      'folder',
      'Aller droit à un dossier',
      steps(
        `Tapez ${key('d')} pour aller à ${label(explorerTexts.tree.filter)}.`,
        'Tapez une partie du nom, puis choisissez le dossier.',
        `${key('Retour arrière')} remonte au dossier parent.`,
      ),
    ),
    section(
      'menu',
      "Ouvrir le menu d'une ligne",
      text(
        `Un clic droit, ${key('Maj F10')} ou ${label(uiTexts.more)} ouvre le menu de la ligne : ${[menu.copyPassword, menu.edit, menu.renew, menu.move, menu.note, menu.remove].map(label).join(', ')}. Ce que vos droits ne permettent pas y reste affiché, mais grisé.`,
      ),
    ),
    section(
      'shortcuts',
      'Raccourcis du clavier',
      text(`${key('?')} affiche cette liste n'importe où, hors de la saisie d'un texte.`),
      table(
        shortcutTexts.title,
        ['Touches', "Ce qu'elles font"],
        shortcutTexts.rows.map(({ keys, text: action }) => [keys.map(key).join(' '), action]),
      ),
      note(
        `Si vous dictez vos textes, désactivez ${label(shortcutTexts.characters)} dans cette même fenêtre.`,
      ),
    ),
  ],
}
