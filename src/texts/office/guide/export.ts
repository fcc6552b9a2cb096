import { exportFormatNames } from '#domain/vault/export-formats.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { exportTexts } from '#texts/vault/exports.ts'
import { managerImportTexts } from '#texts/vault/manager-imports.ts'
import { label, note, picture, section, steps, table, text, type GuidePage } from './model.ts'

const { formats } = exportTexts

export const exportPage: GuidePage = {
  id: 'export',
  title: 'Exporter',
  lead: "Emporter un coffre, un dossier ou une sélection dans un fichier, l'imprimer, ou le déplacer vers une autre installation.",
  sections: [
    section(
      'run',
      'Exporter des mots de passe',
      steps(
        `Pour tout un coffre, choisissez ${label(explorerTexts.exportChest)} dans son menu. Pour un dossier ou une sélection, choisissez ${label(explorerTexts.menu.export)} dans le menu de la ligne.`,
        `Choisissez le format. S'il est chiffré, donnez un mot de passe au fichier : sans lui, personne ne l'ouvrira plus.`,
        `Choisissez ${label(exportTexts.submit)}, puis prouvez votre identité.`,
      ),
      picture('export'),
      text(
        "Il faut le droit d'exporter. Chaque élément exporté compte comme consulté, et le journal les nomme tous. La corbeille n'est jamais exportée.",
      ),
      note(
        "Supprimez le fichier dès que vous n'en avez plus besoin : il contient les mots de passe, hors de la protection de Trousseau.",
      ),
    ),
    section(
      'formats',
      'Choisir le format',
      table(
        'Formats',
        ['Format', 'À quoi il sert'],
        exportFormatNames.map((format) => [label(formats[format].name), formats[format].detail]),
      ),
      text("Les formats non chiffrés manquent dans la liste si l'administrateur les a interdits."),
    ),
    section(
      'archive',
      'Déplacer un coffre vers une autre installation',
      steps(
        `Exportez le coffre au format ${label(formats.trousseau.name)}, avec ${label(exportTexts.withOld.all.name)} si vous voulez les garder.`,
        `Dans l'autre installation, ouvrez le coffre de destination, choisissez ${label(explorerTexts.importItems)}, puis ${label(managerImportTexts.entry.name)}.`,
        `Choisissez l'archive, donnez son mot de passe, puis ${label(managerImportTexts.toPreview)}.`,
        `Cochez ${label(managerImportTexts.leftOut.withOld)} pour reprendre aussi les anciennes valeurs, puis ${label(managerImportTexts.submit)}.`,
      ),
      text(
        'Dossiers, champs, catégories, OTP et pièces jointes arrivent tels quels. Importer une seconde fois la même archive ne change rien.',
      ),
    ),
    section(
      'sheet',
      'Imprimer une fiche de secours',
      steps(
        `Sélectionnez les mots de passe indispensables, puis choisissez ${label(explorerTexts.menu.export)}.`,
        `Choisissez ${label(formats.sheet.name)}, puis ${label(exportTexts.submit)}.`,
        'Imprimez le fichier, supprimez-le, et rangez la fiche dans un coffre-fort.',
      ),
      text(
        "La fiche donne le nom, l'identifiant, l'adresse et le mot de passe, avec un QR code pour chaque OTP et chaque réseau Wi-Fi. Les champs supplémentaires et les pièces jointes n'y sont pas.",
      ),
    ),
  ],
}
