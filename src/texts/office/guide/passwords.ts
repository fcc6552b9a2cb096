import { attachmentLimits, generatorLimits, retentionLimits } from '#domain/platform/limits.ts'
import { dueNoticeDays } from '#domain/vault/due-dates.ts'
import { extraFieldKindNames } from '#domain/vault/extra-fields.ts'
import { attachmentTexts } from '#texts/vault/attachments.ts'
import { itemTexts, otpPictureTexts, panelTexts } from '#texts/vault/contents.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { extraFieldKindTexts, extraFieldTexts, suggestedFieldTexts } from '#texts/vault/extra-fields.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import {
  dangerDetailTexts,
  dangerExplanations,
  generatorTexts,
  strengthDetailTexts,
} from '#texts/platform/rating-details.ts'
import { dangerTexts, strengthTexts } from '#texts/platform/ratings.ts'
import { key, label, list, note, picture, section, steps, table, text, type GuidePage } from './model.ts'

const { fields, proposal, renewal } = itemTexts
const generator = generatorTexts
const strength = strengthDetailTexts

export const passwordsPage: GuidePage = {
  id: 'passwords',
  title: 'Créer et renouveler un mot de passe',
  lead: 'Un mot de passe par usage, long et tiré au hasard\u00a0: Trousseau le propose et le retient.',
  sections: [
    section(
      'create',
      'Créer un mot de passe',
      steps(
        `Dans le dossier où le ranger, choisissez ${label(explorerTexts.newItem)}, ou appuyez sur ${key('n')}.`,
        `Donnez son ${label(fields.name)}, puis au besoin son ${label(fields.login)} et son ${label(fields.address)}.`,
        `Un mot de passe est déjà proposé : gardez-le, demandez ${label(proposal.another)}, ou tapez celui qui existe.`,
        `Choisissez ${label(itemTexts.submit)}.`,
      ),
      picture('new-password'),
      note(`Il faut le droit de créer dans ce coffre. Sans lui, ${label(explorerTexts.newItem)} est grisé.`),
    ),
    section(
      'generator',
      'Régler le générateur',
      steps(
        `Dans le champ du mot de passe, choisissez ${label(proposal.settings)}.`,
        `Réglez la ${label(generator.length)}, de ${generatorLimits.minimum} à ${generatorLimits.maximum} caractères, et les ${label(generator.specials)}.`,
        `Choisissez ${label(generator.use)}.`,
      ),
      picture('generator'),
    ),
    section(
      'strength',
      'Lire la robustesse',
      text(
        `Chaque mot de passe porte un niveau, de ${label(strengthTexts[1])} à ${label(strengthTexts[5])}. ${label(strength.detail)} l'explique : le calcul de l'ANSSI, et ce qui l'abaisse quand le mot de passe se devine.`,
      ),
    ),
    section(
      'renew',
      'Renouveler un mot de passe',
      steps(
        `Dans le menu de la ligne ou du panneau, choisissez ${label(explorerTexts.menu.renew)}.`,
        `Si le site demande l'ancien, choisissez ${label(renewal.copyCurrent)} et collez-le.`,
        `Choisissez ${label(renewal.submit)} : le nouveau est enregistré, prêt à coller sur le site.`,
      ),
      picture('renewal'),
      note("L'ancien mot de passe reste dans l'activité de l'élément, si le site refusait le nouveau."),
    ),
    section(
      'due',
      'Se faire rappeler un renouvellement',
      steps(
        `Dans le panneau de l'élément, au crayon de ${label(fields.renewBefore)}, donnez une date. Le formulaire d'un nouveau mot de passe la propose aussi.`,
        `Pour tout un dossier, ouvrez son panneau et donnez un nombre de jours à ${label(dueTexts.rule)}. Un administrateur peut faire de même pour un coffre, là où il le modifie.`,
      ),
      list(
        "Les jours d'une règle se comptent depuis le dernier changement de chaque mot de passe. La règle du dossier le plus proche l'emporte, puis celle du coffre ; la date de l'élément l'emporte sur toute règle.",
        `Une pastille marque la ligne ${dueNoticeDays} jours avant la date, et une autre dès qu'elle est passée.`,
        `Un e-mail vous rappelle ce que vous pouvez modifier : ${dueNoticeDays} jours avant, le jour même, puis chaque semaine. Il donne le nombre d'éléments de chaque coffre, sans les nommer.`,
        "Changer le mot de passe efface une date passée ou proche. Elle reste dans l'activité.",
      ),
    ),
    section(
      'edit',
      'Modifier un champ',
      steps(
        `Ouvrez l'élément, puis choisissez le crayon du champ. ${key('e')} fait de même depuis la ligne.`,
        `Changez la valeur, puis appuyez sur ${key('Entrée')} ou choisissez ${label(panelTexts.validate)}.`,
      ),
      text(
        `Si quelqu'un a changé le même champ entre-temps, rien n'est écrasé : choisissez ${label(panelTexts.conflict.keepMine)} ou ${label(panelTexts.conflict.takeTheirs)}.`,
      ),
    ),
    section(
      'otp',
      'Ajouter un code à usage unique (OTP)',
      text("Trousseau peut tenir le second facteur d'un compte partagé : chacun en copie le code."),
      steps(
        `Sur le site, activez l'application d'authentification : il affiche un QR code et une clé.`,
        `Dans ${label(fields.otp)}, collez la clé, l'adresse otpauth:// ou l'image du QR code. ${label(otpPictureTexts.choose)} prend l'image d'un fichier.`,
        `Enregistrez, puis saisissez sur le site le code affiché. ${label(itemTexts.copyCode)} ou ${key('o')} le copie.`,
      ),
      text("L'anneau autour du code dit combien de secondes il vaut encore."),
    ),
    section(
      'extra-fields',
      'Ajouter des champs',
      text(
        'Un port, un code PIN, une clé privée, une date de fin : chaque mot de passe peut avoir ses propres champs.',
      ),
      steps(
        `À la création, choisissez un des champs proposés pour la catégorie, ou ${label(extraFieldTexts.add)}.`,
        `Sur un élément qui existe, ouvrez-le, puis choisissez ${label(extraFieldTexts.add)} sous sa description.`,
        `Donnez son ${label(extraFieldTexts.label)}, son ${label(extraFieldTexts.kind)} et sa ${label(extraFieldTexts.value)}.`,
      ),
      table(
        'Les types de champs',
        ['Type', 'Ce qui le distingue'],
        extraFieldKindNames.map((kind) => [label(extraFieldKindTexts[kind]), extraFieldTexts.kindHelp[kind]]),
      ),
      text(
        `Le menu d'un champ change son libellé et son type, le déplace par ${label(extraFieldTexts.moveUp)} et ${label(extraFieldTexts.moveDown)}, ou le supprime. On peut aussi le tirer par la poignée à sa gauche.`,
      ),
      note(
        `Pour un Wi-Fi, ${label(extraFieldTexts.wifi.show)} permet à un téléphone de rejoindre le réseau. Remplissez le champ ${label(suggestedFieldTexts.networkName)} si l'élément ne porte pas le nom du réseau.`,
      ),
    ),
    section(
      'attachments',
      'Joindre un fichier',
      text(
        "Un contrat, une clé, un certificat, le plan d'un réseau : un fichier chiffré accompagne le mot de passe partout où il va, à la corbeille comme dans un coffre protégé.",
      ),
      steps(
        `Dans le panneau de l'élément, sous ${label(attachmentTexts.title)}, choisissez ${label(attachmentTexts.add)}. Vous pouvez aussi déposer le fichier sur le panneau, ou le coller.`,
        "Attendez la fin de l'envoi : le panneau en montre l'avancement, et permet de l'annuler.",
        `Pour relire un fichier, choisissez ${label(attachmentTexts.download)}. Les images et les PDF ont aussi un ${label(attachmentTexts.preview)}.`,
        `${label(attachmentTexts.remove)} retire le fichier ; ${label(attachmentTexts.undo)} le remet aussitôt.`,
      ),
      text(
        `Un fichier supprimé se retrouve sous ${label(attachmentTexts.removed)} pendant ${attachmentLimits.removedMs / 86_400_000} jours, si un nouveau fichier n'a pas pris sa place.`,
      ),
      note(
        'Chaque lecture est enregistrée. Il faut le droit de modifier pour joindre ou supprimer un fichier.',
      ),
    ),
    section(
      'old-values',
      'Retrouver une ancienne valeur',
      steps(
        `Dans le panneau de l'élément, ouvrez ${label(panelTexts.activity)}.`,
        `À la ligne du changement, choisissez ${label(panelTexts.versions.open)}.`,
        `Choisissez ${label(panelTexts.versions.copy)}, ou ${label(panelTexts.versions.restore)} pour la remettre en place.`,
      ),
      text(`Les ${retentionLimits.versionsPerField} dernières valeurs de chaque champ sont gardées.`),
    ),
    section(
      'danger',
      "Comprendre le danger d'une adresse",
      table(
        dangerDetailTexts.label,
        ['Niveau', "Ce qu'il veut dire"],
        ([1, 2, 3, 4, 5] as const).map((level) => [label(dangerTexts[level]), dangerExplanations[level]]),
      ),
      list(
        "Aucune requête n'est envoyée à l'adresse pour la juger.",
        "Une adresse trompeuse ou d'un genre interdit ne s'ouvre pas d'un clic.",
      ),
    ),
  ],
}
