import { dashboardTexts, passwordListTexts } from '#texts/office/dashboard.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { label, list, note, page, picture, section, steps, text, type GuidePage } from './model.ts'

const { mine, company, todoHints, connections } = dashboardTexts
const { concerns } = passwordListTexts.filters

export const dashboardPage: GuidePage = {
  id: 'dashboard',
  title: 'Tableau de bord',
  lead: "L'état des mots de passe, et ce qu'il y a à changer.",
  sections: [
    section(
      'mine',
      'Vos mots de passe',
      picture('dashboard'),
      text(
        `La partie ${label(mine.title)} compte les mots de passe que vous pouvez lire. Les coffres protégés n'y comptent que s'ils sont ouverts.`,
      ),
    ),
    section(
      'todo',
      "Changer ce qui doit l'être",
      steps(
        `À ${label(mine.todo)}, choisissez un nombre, ou la liste entière.`,
        'Ouvrez un mot de passe de la liste, puis renouvelez-le.',
      ),
      list(
        `${label(concerns.weak)} : ${todoHints.weak.toLowerCase()}.`,
        `${label(concerns.reused)} : ${todoHints.reused.toLowerCase()}.`,
        `${label(concerns.old)} : ${todoHints.old.toLowerCase()}.`,
      ),
    ),
    section(
      'due',
      'Renouveler à temps',
      text(
        `${label(dueTexts.card.title)} donne, parmi ce que vous pouvez modifier, les dates de renouvellement passées ou proches. Choisissez une ligne pour ouvrir l'élément. Comment donner une date ou une règle : ${page('passwords')}.`,
      ),
    ),
    section(
      'company',
      "Les chiffres de l'organisation",
      text(
        `Administrateurs et directeurs voient aussi ${label(company.title)} : des totaux, jamais un contenu. Chaque indicateur est comparé à ce qu'il était 30 jours plus tôt. Les administrateurs ont en plus ${label(connections.title)}.`,
      ),
      note("Le contenu des coffres protégés n'est pas compté."),
    ),
    section(
      'charts',
      'Lire ou garder un graphique',
      list(
        `${label(dashboardTexts.table)} montre les mêmes nombres que ${label(dashboardTexts.chart)}.`,
        `${label(dashboardTexts.asPicture)} et ${label(dashboardTexts.asCsv)} en gardent une copie.`,
      ),
    ),
  ],
}
