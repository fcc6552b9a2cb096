import { accountPasswordLengths } from '#domain/platform/limits.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { firstStartTexts } from '#texts/office/first-start.ts'
import { teamTexts } from '#texts/office/teams.ts'
import { userTexts } from '#texts/office/users.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { label, list, note, page, picture, section, steps, text, type GuidePage } from './model.ts'

export const firstStepsPage: GuidePage = {
  id: 'first-steps',
  title: 'Premiers pas',
  lead: "Ouvrir une installation à ses premiers utilisateurs, dans l'ordre.",
  sections: [
    section(
      'account',
      'Le premier compte',
      text(
        `Au premier démarrage, le serveur affiche une adresse qui sert une fois. Elle crée le premier super administrateur, avec un mot de passe d'au moins ${accountPasswordLengths.minimumForAdministrators} caractères.`,
      ),
      note(
        "Créez aussitôt vos codes de secours, puis un second administrateur : à deux, personne n'est bloqué par un téléphone perdu.",
      ),
    ),
    section(
      'start',
      'La mise en route',
      text(
        `Après sa première connexion, le premier super administrateur suit la ${label(firstStartTexts.title)} : copie de la clé racine, première banque, personnes, coffre, import. Chaque étape peut être passée ; ${label(firstStartTexts.resume)}, à la page ${label(shellTexts.rail.administration)}, y ramène.`,
      ),
      note(
        `La clé racine ouvre toutes les sauvegardes : rangez-en une copie hors du serveur, puis cochez ${label(firstStartTexts.rootKey.confirm)}.`,
      ),
    ),
    section(
      'order',
      "L'ordre qui évite de revenir en arrière",
      steps(
        `Ouvrez le menu d'administration par ${label(shellTexts.showBackOffice)}, dans la barre du haut.`,
        `À ${label(shellTexts.rail.banks)}, choisissez ${label(bankTexts.create)} : une par client, site ou filiale.`,
        'Choisissez cette banque dans la barre du haut : ce que vous créez ensuite y est rattaché.',
        `À ${label(shellTexts.rail.teams)}, choisissez ${label(teamTexts.create)} : un par équipe qui partage les mêmes droits.`,
        `À ${label(shellTexts.rail.users)}, choisissez ${label(userTexts.create)}, ou ${label(userTexts.importCsv)} pour une liste.`,
        `À ${label(shellTexts.rail.chests)}, choisissez ${label(chestTexts.create)}, puis rattachez-y les groupes et donnez-leur leurs droits.`,
        `Dans chaque coffre, choisissez ${label(explorerTexts.importItems)} pour reprendre l'existant.`,
      ),
      picture('change-bank'),
    ),
    section(
      'roles',
      'Les trois rôles',
      list(
        `${label(shellTexts.roles.ROLE_SUPER_ADMINISTRATOR)} : toutes les banques, et tout ce qui s'y rattache.`,
        `${label(shellTexts.roles.ROLE_ADMINISTRATOR)} : les banques auxquelles il est rattaché.`,
        `${label(shellTexts.roles.ROLE_INTERVENANT)} : les coffres qu'on lui ouvre, sans administration.`,
      ),
      note('Aucun rôle ne donne à lire un coffre : il y faut un droit, et cela se voit.'),
      text(
        `Le type ${label(userTexts.types.DIRECTOR)} s'ajoute au rôle et ouvre les chiffres de l'organisation : voir ${page('dashboard')}.`,
      ),
    ),
  ],
}
