import { retentionLimits, screenLimits } from '#domain/platform/limits.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { copyTexts } from '#texts/vault/copies.ts'
import { explorerTexts, favouriteTexts } from '#texts/vault/explorer.ts'
import { trashTexts } from '#texts/vault/trash.ts'
import { key, label, note, picture, section, steps, text, type GuidePage } from './model.ts'

const { move, remove, selection, menu } = explorerTexts
const days = (ms: number): number => ms / 86_400_000

export const organisePage: GuidePage = {
  id: 'organise',
  title: 'Ranger',
  lead: 'Dossiers, déplacements, favoris et corbeille.',
  sections: [
    section(
      'folder',
      'Créer un dossier',
      steps(
        `Ouvrez le dossier qui doit le contenir, ou la racine du coffre.`,
        `Choisissez ${label(explorerTexts.newFolder)}, donnez son ${label(folderTexts.name)}, puis choisissez ${label(folderTexts.submit)}.`,
      ),
    ),
    section(
      'move',
      'Déplacer',
      steps(
        `Dans le menu de la ligne, choisissez ${label(menu.move)}, ou appuyez sur ${key('m')}.`,
        `Choisissez le dossier de destination. ${label(move.filter)} le trouve par son nom.`,
        `Choisissez ${label(move.submit)}.`,
      ),
      picture('move'),
      text(
        `À la souris, faites glisser la ligne sur un dossier, dans le tableau, l'arbre ou le fil d'Ariane. Au clavier, ${key('g')} la prend, les flèches choisissent où, ${key('Entrée')} la dépose.`,
      ),
    ),
    section(
      'copy',
      'Copier ou déplacer vers un autre coffre',
      steps(
        `Dans le menu de la ligne, choisissez ${label(menu.away.copy)} ou ${label(menu.away.move)}.`,
        'Choisissez le coffre, puis le dossier. Un coffre protégé demande sa clé maître.',
        `Lisez sous ${label(copyTexts.sight.title)} qui gagne et qui perd la vue, puis choisissez ${label(copyTexts.submit.copy)} ou ${label(copyTexts.submit.move)}.`,
      ),
      text(
        `Les pièces jointes suivent. Un déplacement garde l'historique, les anciennes valeurs et les favoris ; une copie commence son propre historique. Les deux sont inscrits au journal.`,
      ),
      text(
        `${label(menu.duplicate)} crée une copie à côté de l'original, un dossier avec tout ce qu'il contient.`,
      ),
      note(
        'Il faut pouvoir créer dans le coffre de destination. Pour déplacer, il faut aussi pouvoir modifier et supprimer ici. Sans le droit de modifier, la copie se fait sans les secrets OTP.',
      ),
    ),
    section(
      'several',
      'Agir sur plusieurs éléments',
      steps(
        `Cochez les lignes, ou appuyez sur ${key('Espace')}. ${key('Ctrl A')} coche toute la page.`,
        `Dans la barre qui s'affiche, choisissez ${label(selection.move)} ou ${label(selection.remove)}.`,
      ),
    ),
    section(
      'undo',
      'Annuler',
      text(
        `Après un déplacement ou une suppression, la notification propose ${label(move.undo)}. ${key('Ctrl Z')} annule aussi le dernier, même une fois la notification partie.`,
      ),
    ),
    section(
      'remove',
      'Supprimer',
      steps(
        `Dans le menu de la ligne, choisissez ${label(menu.remove)}, ou appuyez sur ${key('Suppr')}.`,
        `Lisez ce qui partira avec, puis choisissez ${label(remove.submit)}.`,
      ),
      text(
        `L'élément va à la corbeille du coffre. Au-delà de ${screenLimits.deletedWithoutTyping} mots de passe, il faut taper le nom du dossier pour confirmer, ou leur nombre pour plusieurs éléments.`,
      ),
    ),
    section(
      'trash',
      'Restaurer depuis la corbeille',
      steps(
        `Dans le coffre, choisissez ${label(explorerTexts.trash)}.`,
        `Cochez ce que vous voulez reprendre, puis choisissez ${label(trashTexts.restore)}.`,
      ),
      picture('trash'),
      text(
        `La liste montre les ${days(retentionLimits.recentTrashMs)} derniers jours. Cochez ${label(trashTexts.older)} pour voir le reste.`,
      ),
      note(
        `${label(trashTexts.remove)} et ${label(trashTexts.emptyTrash)} détruisent pour toujours, anciennes valeurs comprises.`,
      ),
    ),
    section(
      'favourites',
      'Garder sous la main : les favoris',
      steps(
        `Choisissez l'étoile d'un coffre ou d'un mot de passe, ou appuyez sur ${key('f')}.`,
        `Vos ${label(favouriteTexts.chests)} sont à gauche, vos ${label(favouriteTexts.items)} au-dessus du tableau.`,
      ),
      text("Vos favoris ne sont qu'à vous : vos collègues ne les voient pas."),
    ),
  ],
}
