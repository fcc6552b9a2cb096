import { accountLimits } from '#domain/platform/limits.ts'
import { sessionTexts } from '#texts/access/sessions.ts'
import { accountSecurityTexts, accountTexts } from '#texts/identity/account.ts'
import { newPasswordHelp } from '#texts/platform/account-passwords.ts'
import { shellTexts, shortcutTexts } from '#texts/platform/shell.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { key, label, list, note, picture, section, steps, text, type GuidePage } from './model.ts'

const { password, factors, passkeys, recovery, proof } = accountSecurityTexts

export const accountPage: GuidePage = {
  id: 'account',
  title: 'Mon compte',
  lead: 'Votre identité, vos moyens de connexion, vos sessions et vos préférences.',
  sections: [
    section(
      'open',
      'Ouvrir la page du compte',
      steps(`Dans la barre du haut, ouvrez le menu à votre nom et choisissez ${label(shellTexts.account)}.`),
      picture('account'),
      note(
        `Avant un changement important, la fenêtre ${label(proof.title)} redemande vos deux preuves. Elles valent ensuite ${accountLimits.proofMs / 60_000} minutes.`,
      ),
    ),
    section(
      'password',
      'Changer de mot de passe',
      steps(
        `À ${label(password.title)}, saisissez ${label(password.oldPassword)}, puis deux fois le nouveau.`,
        `Choisissez ${label(password.submit)}. Vos autres sessions sont terminées.`,
      ),
      text(newPasswordHelp(null)),
    ),
    section(
      'factors',
      'Préparer deux seconds facteurs',
      list(
        `${label(factors.replace)}, à ${label(factors.authenticator)}, change de téléphone : l'ancien reste valable jusqu'au code du nouveau.`,
        `${label(passkeys.add)} évite de recopier un code.`,
        `${label(recovery.create)} donne des codes de secours, pour le jour où le téléphone manque.`,
      ),
    ),
    section(
      'sessions',
      'Voir où vous êtes connecté',
      steps(
        `À ${label(accountTexts.sessions.title)}, relisez la liste des navigateurs.`,
        `Choisissez ${label(sessionTexts.end)} à celui que vous ne reconnaissez pas, ou ${label(accountTexts.sessions.endOthers)}.`,
        'Changez alors votre mot de passe.',
      ),
    ),
    section(
      'preferences',
      "Régler l'apparence",
      text(
        `Le menu à votre nom règle le thème (${[uiTexts.theme.system, uiTexts.theme.light, uiTexts.theme.dark].map(label).join(', ')}) et la hauteur des lignes : ${label(uiTexts.density.comfortable)}, ou ${label(uiTexts.density.compact)} pour en voir davantage. Ces choix ne valent que pour ce navigateur.`,
      ),
    ),
    section(
      'keys',
      "Désactiver les raccourcis d'un caractère",
      steps(
        `Appuyez sur ${key('?')}, ou choisissez ${label(shellTexts.shortcuts)} dans le menu ${label(shellTexts.help)}.`,
        `Désactivez ${label(shortcutTexts.characters)}. Les flèches et les menus restent.`,
      ),
    ),
    section(
      'leave',
      'Se déconnecter',
      text(
        `Sur un poste partagé, choisissez ${label(shellTexts.logout)} dans le menu à votre nom avant de partir.`,
      ),
    ),
  ],
}
