import { teamTexts } from '#texts/office/teams.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { label, note, page, picture, section, steps, text, type GuidePage } from './model.ts'

export const teamsPage: GuidePage = {
  id: 'teams',
  title: 'Groupes',
  lead: 'Donner à plusieurs personnes les mêmes droits, en une fois.',
  sections: [
    section(
      'create',
      'Créer un groupe',
      steps(
        'Choisissez dans la barre du haut la banque à laquelle le rattacher.',
        `Choisissez ${label(teamTexts.create)}, donnez le ${label(teamTexts.name)}, puis choisissez ${label(teamTexts.createSubmit)}.`,
      ),
      picture('teams'),
    ),
    section(
      'people',
      'Ajouter ou retirer des membres',
      steps(
        `Dans le menu du groupe, choisissez ${label(teamTexts.people)}.`,
        `Ajoutez les personnes une à une, ou choisissez ${label(officeTexts.picker.paste)} pour donner leurs identifiants ou leurs adresses.`,
      ),
      note(
        "Un membre retiré perd aussitôt les droits que le groupe lui donnait. Ceux que l'annuaire a ajoutés reviennent à leur prochaine connexion.",
      ),
    ),
    section(
      'rights',
      'Donner des droits à un groupe',
      steps(
        `À ${label(shellTexts.rail.chests)}, dans le menu du coffre, choisissez ${label(chestTexts.office.teams)}.`,
        'Choisissez ensuite le nom du groupe dans la ligne du coffre, et cochez ses droits.',
      ),
      text(`Ce que chaque droit permet : ${page('share')}.`),
    ),
    section(
      'remove',
      'Supprimer un groupe',
      text(
        `${label(teamTexts.remove)} dit combien de personnes perdront des droits. Les personnes et les coffres restent.`,
      ),
    ),
  ],
}
