import { lockoutLimits, signInLimits } from '#domain/platform/limits.ts'
import { factorResetTexts, userTexts } from '#texts/office/users.ts'
import { selectionTexts } from '#texts/platform/lists.ts'
import { key, label, list, note, page, picture, section, steps, text, type GuidePage } from './model.ts'

const { actions, dialog, importDialog, several, sessions, filters, confirm } = userTexts

export const usersPage: GuidePage = {
  id: 'users',
  title: 'Utilisateurs',
  lead: 'Créer les comptes, dépanner, suivre, et préparer un départ.',
  sections: [
    section(
      'create',
      'Créer un utilisateur',
      steps(
        `Choisissez ${label(userTexts.create)}.`,
        `Donnez ses noms, son ${label(dialog.email)} et son ${label(dialog.role)}. Son ${label(dialog.login)} est proposé à partir du nom.`,
        'Choisissez ses banques et ses groupes.',
        `Choisissez ${label(dialog.submitCreate)} : un e-mail l'invite à choisir son mot de passe.`,
      ),
      picture('user-form'),
      text(
        `La banque choisie dans la barre du haut est déjà cochée. Le lien de l'invitation vaut ${signInLimits.invitationLinkMs / 3_600_000} heures ; ${label(actions.resetPassword)} en envoie un autre.`,
      ),
    ),
    section(
      'several',
      'Créer plusieurs comptes à la fois',
      steps(
        `Choisissez ${label(userTexts.create)}, puis ${label(dialog.several)}.`,
        `Collez les adresses dans ${label(several.paste)}. Un nom peut précéder chacune.`,
        'Corrigez les lignes signalées, puis choisissez le rôle, les banques et les groupes de tous.',
        "Confirmez : tous les comptes sont créés, ou aucun s'il reste une ligne à corriger.",
      ),
    ),
    section(
      'import',
      'Créer une liste de comptes',
      steps(
        `Choisissez ${label(userTexts.importCsv)}, puis ${label(importDialog.model)}.`,
        'Remplissez-le, une ligne par personne, puis choisissez-le.',
        `Choisissez ${label(importDialog.check)} : la page montre ce qui sera créé, ou les erreurs.`,
        "Confirmez. Rien n'est créé tant qu'il reste une erreur.",
      ),
      text(`Pour des personnes de l'annuaire, voir ${page('directory')}.`),
    ),
    section(
      'find',
      'Retrouver un compte',
      text(
        `${label(userTexts.filter)} cherche par nom, identifiant ou adresse. Les filtres trient par rôle, état, banque, groupe et dernière connexion : ${label(filters.signIns.over90Days)} montre les comptes qui dorment.`,
      ),
      picture('users'),
    ),
    section(
      'selection',
      'Agir sur plusieurs comptes',
      steps(
        `Cochez les lignes, ou appuyez sur ${key('Ctrl A')} pour toute la page.`,
        `Sous le tableau, choisissez ${label(selectionTexts.toTeams)} ou ${label(selectionTexts.toBanks)}.`,
      ),
      text('Les coffres et les groupes se rattachent de même, à plusieurs.'),
    ),
    section(
      'help',
      "Dépanner quelqu'un",
      list(
        `Il a oublié son identifiant : ${label(actions.sendLogin)}.`,
        `Il a oublié son mot de passe : ${label(actions.resetPassword)}.`,
        `Il a perdu son téléphone : assurez-vous de vive voix que c'est bien lui, puis ${label(actions.resetQrCode)}.`,
        `Son compte est bloqué après ${lockoutLimits.failures} échecs : ${label(actions.unblock)}.`,
        `Un poste est perdu ou volé : ${label(actions.sessions)}, puis ${label(sessions.end)}.`,
      ),
      text('Ces actions sont dans le menu de la ligne.'),
    ),
    section(
      'factor',
      "Approuver le second facteur d'un administrateur",
      text(
        "Un administrateur qui a perdu son second facteur a besoin de l'accord d'un autre. Sa demande s'affiche au-dessus de la liste.",
      ),
      steps(
        'Appelez-le pour vous assurer que la demande vient bien de lui.',
        `Choisissez ${label(factorResetTexts.approve)} ou ${label(factorResetTexts.refuse)}.`,
      ),
    ),
    section(
      'access',
      'Savoir à quoi une personne a accès',
      steps(
        `Dans le menu de la ligne, choisissez ${label(actions.access)}`,
        'Lisez ses coffres, ses droits sur chacun, et par quel groupe elle les tient.',
      ),
    ),
    section(
      'leave',
      'Préparer un départ',
      steps(
        `Relisez ce à quoi la personne a accès, et renouvelez ce qu'elle connaissait : voir ${page('passwords')}.`,
        `Par ${label(actions.edit)}, passez son ${label(dialog.state)} à ${label(userTexts.states[2])} : ses sessions sont terminées et ses droits ne comptent plus.`,
        `Plus tard, ${label(actions.remove)} efface le compte.`,
      ),
      note(
        `${label(confirm.remove.title)} Son identifiant et son adresse redeviennent libres ; l'historique garde son nom.`,
      ),
    ),
  ],
}
