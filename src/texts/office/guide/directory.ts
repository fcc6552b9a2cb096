import { directoryTexts } from '#texts/identity/directory.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { authTexts } from '#texts/identity/sign-in.ts'
import { directoryPeopleTexts } from '#texts/office/directory-people.ts'
import { userSsoTexts, userTexts } from '#texts/office/users.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { label, note, picture, section, steps, text, type GuidePage } from './model.ts'

const { dialog, actions } = userTexts

export const directoryPage: GuidePage = {
  id: 'directory',
  title: 'Annuaire et authentification unique',
  lead: "Laisser l'annuaire et le fournisseur d'identité de l'organisation reconnaître les personnes.",
  sections: [
    section(
      'settings',
      'Ce que règle la personne qui exploite le serveur',
      text(
        "L'adresse de l'annuaire (LDAP, Active Directory) et le fournisseur d'identité (OpenID Connect) sont des réglages du serveur. Ils sont décrits dans docs/fr/exploitation.md et docs/fr/reglages.md, livrés avec Trousseau.",
      ),
    ),
    section(
      'account',
      "Lier un compte à l'annuaire",
      steps(
        `À ${label(shellTexts.rail.users)}, choisissez ${label(actions.edit)}.`,
        `À ${label(dialog.directory)}, choisissez l'annuaire, puis donnez le ${label(dialog.sam)}.`,
        `La personne active alors ${label(authTexts.dist)} à la connexion, avec le mot de passe de l'annuaire.`,
      ),
      picture('user-form'),
      note(
        "Le second facteur reste celui de Trousseau. L'annuaire tient à jour les noms et l'adresse e-mail.",
      ),
    ),
    section(
      'people',
      "Créer des comptes pour des personnes de l'annuaire",
      steps(
        `À ${label(shellTexts.rail.users)}, choisissez ${label(directoryPeopleTexts.open)}.`,
        `À ${label(directoryPeopleTexts.by)}, choisissez ${label(directoryPeopleTexts.ways.name)}, ${label(directoryPeopleTexts.ways.group)} ou ${label(directoryPeopleTexts.ways.unit)}, puis cherchez.`,
        `Cochez les personnes ; plusieurs recherches s'ajoutent. ${label(directoryPeopleTexts.hasAccount)} marque celles qui en ont un.`,
        'Continuez, choisissez le rôle, les banques et les groupes, puis créez les comptes.',
      ),
      text(
        `Pour une longue liste, ${label(userTexts.importCsv)} accepte les colonnes directory et sam : ${label(userTexts.importDialog.model)} les montre. La vérification dit qui est nouveau, qui a déjà un compte et qui est absent de l'annuaire. Le même fichier peut revenir : il ne crée que les nouveaux.`,
      ),
    ),
    section(
      'groups',
      "Suivre les groupes de l'annuaire",
      steps(
        `À ${label(shellTexts.rail.administration)}, ouvrez ${label(directoryTexts.title)}.`,
        `Choisissez un ${label(directoryTexts.group)} et un ${label(directoryTexts.team)}.`,
        `Choisissez ${label(directoryTexts.add)}.`,
      ),
      text(
        'À chaque connexion, la personne entre dans le groupe Trousseau ou en sort. Celles que vous avez ajoutées à la main y restent.',
      ),
    ),
    section(
      'sso',
      "Lier une identité de l'authentification unique",
      steps(
        `À sa première connexion par ce moyen, la personne voit un code, valable ${signInLimits.linkingCodeMs / 3_600_000} heures. Demandez-le-lui de vive voix.`,
        `Dans le menu de sa ligne, choisissez ${label(actions.sso)} et saisissez le ${label(userSsoTexts.code)}.`,
        `Choisissez ${label(userSsoTexts.check)}, relisez l'identité, puis ${label(userSsoTexts.link)}.`,
      ),
      note("Une identité n'est jamais rapprochée par l'adresse e-mail seule."),
    ),
  ],
}
