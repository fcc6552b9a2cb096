import { importVerdicts } from '#domain/vault/import-plan.ts'
import { importSourceNames } from '#domain/vault/import-sources.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { managerImportTexts } from '#texts/vault/manager-imports.ts'
import { label, list, note, picture, section, steps, table, text, type GuidePage } from './model.ts'

const { sources } = importTexts
const { verdicts, choices, entry } = managerImportTexts

export const importPage: GuidePage = {
  id: 'import',
  title: 'Importer',
  lead: "Reprendre en une fois les mots de passe d'un autre gestionnaire, d'un navigateur ou d'un tableur.",
  sections: [
    section(
      'run',
      'Importer un fichier',
      steps(
        `Ouvrez le dossier de destination, puis choisissez ${label(explorerTexts.importItems)}.`,
        "Choisissez d'où viennent les mots de passe.",
        `Choisissez le fichier ou déposez-le, puis ${label(importTexts.submit)}.`,
        'Lisez le bilan : il nomme chaque entrée à vérifier.',
      ),
      picture('import'),
      note('Supprimez ensuite le fichier : il contient tout en clair.'),
    ),
    section(
      'sources',
      'Préparer le fichier',
      table(
        'Sources',
        ['Source', 'Comment faire'],
        importSourceNames.map((source) => [label(sources[source].name), sources[source].howTo]),
      ),
      text(`Pour un tableur, ${label(importTexts.template)} donne un fichier à remplir.`),
    ),
    section(
      'managers',
      "Reprendre d'un autre gestionnaire",
      text(
        "Base KeePass, Bitwarden, 1Password, Dashlane, Proton Pass, Chrome, Firefox… : le fichier est reconnu à son contenu, et rien n'est écrit avant l'aperçu.",
      ),
      steps(
        `Ouvrez le dossier de destination, choisissez ${label(explorerTexts.importItems)}, puis ${label(entry.name)}.`,
        `Choisissez le fichier, avec son mot de passe et son fichier-clé s'il est protégé, puis ${label(managerImportTexts.toPreview)}.`,
        "Vérifiez l'aperçu : ouvrez une entrée pour lire ses remarques.",
        `Choisissez, pour un verdict ou pour une entrée : ${label(choices.leave)}, ${label(choices.file)} ou ${label(choices.both)}.`,
        `Terminez par ${label(managerImportTexts.submit)}.`,
      ),
      picture('import-preview'),
      table(
        'Verdicts',
        ['Verdict', 'Ce qui se passe'],
        importVerdicts.map((verdict) => [label(verdicts[verdict]), managerImportTexts.explanations[verdict]]),
      ),
      text(
        "Les pièces jointes arrivent avec leurs entrées, dans les limites de taille de Trousseau. Depuis Bitwarden, exportez au format ZIP avec pièces jointes : un fichier JSON ou CSV n'en contient pas.",
      ),
      text(
        `Pour un fichier CSV d'un programme inconnu, dites sous ${label(managerImportTexts.mapping.title)} ce que contient chaque colonne.`,
      ),
    ),
    section(
      'undo',
      'Annuler un import',
      steps(
        `Dans le menu du coffre, choisissez ${label(explorerTexts.imports)}.`,
        `Choisissez ${label(managerImportTexts.list.undo)} en face de l'import, puis ${label(managerImportTexts.undo)}.`,
      ),
      text(
        "Pendant trente jours, l'auteur d'un import peut l'annuler, comme ceux qui ont le droit de supprimer. Ce qui a été modifié ou déplacé depuis reste en place, et est nommé.",
      ),
    ),
    section(
      'again',
      'Importer une seconde fois',
      list(
        'Une entrée déjà présente et inchangée est laissée.',
        'Une entrée modifiée dans le fichier seul est mise à jour, si vous avez le droit de modifier.',
        'Une entrée modifiée dans le coffre garde la version du coffre.',
        'Une entrée mise à la corbeille y reste.',
      ),
      text("L'import est fait en entier, ou pas du tout : un fichier refusé ne change rien au coffre."),
    ),
  ],
}
