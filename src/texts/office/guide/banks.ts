import { bankTexts } from '#texts/office/banks.ts'
import { label, list, note, picture, section, steps, text, type GuidePage } from './model.ts'

const { attach } = bankTexts

export const banksPage: GuidePage = {
  id: 'banks',
  title: 'Banques',
  lead: "Une banque réunit les coffres, les groupes et les utilisateurs d'un client, d'un site ou d'une filiale.",
  sections: [
    section(
      'create',
      'Créer une banque',
      text('Il faut être super administrateur.'),
      steps(
        `Choisissez ${label(bankTexts.create)}.`,
        `Donnez le ${label(bankTexts.label)}, et au besoin la ${label(bankTexts.maxUser)}.`,
        `Choisissez ${label(bankTexts.createSubmit)}. Vous y êtes rattaché.`,
      ),
      picture('banks'),
    ),
    section(
      'attach',
      'Rattacher',
      steps(
        `Dans le menu de la banque, choisissez ${label(attach.user)}, ${label(attach.team)} ou ${label(attach.chest)}.`,
        'À gauche, choisissez qui ajouter ; à droite, qui retirer. Chaque geste prend effet aussitôt.',
      ),
      text(
        "Les membres d'un groupe rattaché le sont aussi. Un droit ne compte que si la personne et le coffre ont une banque active en commun.",
      ),
    ),
    section(
      'limit',
      "Limiter le nombre d'intervenants",
      text(
        `La ${label(bankTexts.maxUser)} compte les intervenants actifs rattachés directement. ${label(bankTexts.view)} montre où elle en est. Une fois atteinte, la création, le rattachement et la réactivation sont refusés.`,
      ),
    ),
    section(
      'inactive',
      'Suspendre ou supprimer une banque',
      list(
        `Quand ${label(bankTexts.active)} est désactivé, la banque ne peut plus être choisie, et les droits qui passent par elle ne comptent plus.`,
        `${label(bankTexts.remove)} n'est possible qu'une fois la banque sans coffre. Ses utilisateurs et ses groupes restent.`,
      ),
      note('Réactiver une banque rend aussitôt leur effet aux droits qui passent par elle.'),
    ),
  ],
}
