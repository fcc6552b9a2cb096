import { retentionLimits } from '#domain/platform/limits.ts'
import { chestRightTexts, rightWords } from '#texts/platform/chest-rights.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { label, list, note, page, picture, section, steps, text, type GuidePage } from './model.ts'

const { office } = chestTexts
const { dormant, dormantDetail, audience } = chestRightTexts

export const chestsPage: GuidePage = {
  id: 'chests',
  title: 'Coffres et droits',
  lead: 'Ouvrir un coffre aux bonnes personnes, et pouvoir dire qui voit quoi.',
  sections: [
    section(
      'create',
      'Créer un coffre',
      steps(
        'Choisissez dans la barre du haut la banque à laquelle le rattacher.',
        `Choisissez ${label(chestTexts.create)} et donnez le ${label(chestTexts.name)}.`,
        `Choisissez ${label(chestTexts.submit)}. Vous y avez tous les droits.`,
      ),
      picture('chests'),
      text(`Une clé maître, facultative, en fait un coffre protégé : voir ${page('guardian')}.`),
    ),
    section(
      'attach',
      'Ouvrir un coffre à des personnes',
      steps(
        `Dans le menu du coffre, choisissez ${label(office.teams)} ou ${label(office.users)}.`,
        "Choisissez qui ajouter. Ils peuvent d'abord lire seulement.",
        `Dans la ligne du coffre, choisissez leur nom, cochez leurs droits, puis ${label(uiTexts.save)}.`,
      ),
      picture('rights'),
      list(
        `Préférez un groupe à une personne : arrivées et départs se font alors à ${page('teams')}.`,
        `${label(rightWords.read.label)} est nécessaire à tous les autres droits. Leur légende : ${page('share')}.`,
      ),
      note(chestRightTexts.editor.oneself),
    ),
    section(
      'who',
      'Savoir qui voit un coffre',
      steps(
        `Dans le menu du coffre, choisissez ${label(audience.title)}`,
        'Lisez chaque personne, ses droits, et par où elle les tient : elle-même ou un groupe.',
      ),
      picture('audience'),
      text("Les personnes d'une banque hors de votre périmètre sont comptées, sans être nommées."),
    ),
    section(
      'dormant',
      'Comprendre un droit sans effet',
      list(
        `${label(dormant['no-shared-bank'])} : rattachez la personne, ou un de ses groupes, à une banque du coffre.`,
        `${label(dormant['inactive-bank'])} : réactivez la banque.`,
        `${label(dormant['inactive-user'])} : réactivez le compte.`,
      ),
      text(`La pastille le dit en entier, par exemple : ${label(dormantDetail['no-shared-bank'])}.`),
    ),
    section(
      'remove',
      'Supprimer et restaurer un coffre',
      steps(
        `Dans le menu du coffre, choisissez ${label(office.remove)}, et lisez ce qui part avec lui.`,
        `Pendant ${retentionLimits.deletedChestMs / 86_400_000} jours, un super administrateur le retrouve à ${label(office.deleted)} et choisit ${label(chestTexts.deletedList.restore)}.`,
      ),
      note('Ensuite, il est détruit pour de bon.'),
    ),
  ],
}
