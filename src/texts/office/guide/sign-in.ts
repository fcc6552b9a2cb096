import { accountLimits, lockoutLimits, sessionLimits, signInLimits } from '#domain/platform/limits.ts'
import { accountSecurityTexts, accountTexts } from '#texts/identity/account.ts'
import { resetRequestTexts } from '#texts/identity/passwords.ts'
import { reopeningTexts } from '#texts/identity/reopening.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { authTexts } from '#texts/identity/sign-in.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { productTexts } from '#texts/platform/ui.ts'
import {
  key,
  label,
  list,
  note,
  page,
  picture,
  section,
  steps,
  table,
  text,
  type GuidePage,
} from './model.ts'

const minutes = (ms: number): number => ms / 60_000
const hours = (ms: number): number => ms / 3_600_000
const { ways } = secondFactorTexts
const { passkeys, recovery } = accountSecurityTexts

export const signInPage: GuidePage = {
  id: 'sign-in',
  title: 'Se connecter',
  lead: 'Deux preuves sont demandées\u00a0: un mot de passe, puis un second facteur.',
  sections: [
    section(
      'password',
      'Ouvrir votre session',
      steps(
        `Saisissez votre ${label(authTexts.login)} et votre ${label(authTexts.password)}.`,
        `Si votre organisation a un annuaire et que votre compte en vient, activez ${label(authTexts.dist)}.`,
        `Choisissez ${label(authTexts.submit)}, puis donnez votre second facteur.`,
      ),
      picture('sign-in'),
      text(
        `Si la page propose un bouton qui commence par ${label(authTexts.ssoButton('…'))}, il vous connecte par le fournisseur d'identité de votre organisation, sans mot de passe ${productTexts.product}.`,
      ),
      note(
        `Une session dure ${hours(sessionLimits.maximumMs)} heures au plus, et se prolonge par les deux preuves. Sans activité, un compte à rebours prévient une minute avant la déconnexion.`,
      ),
    ),
    section(
      'lock',
      'Verrouiller et reprendre votre session',
      steps(
        `Avant de quitter votre poste, choisissez ${label(shellTexts.lock)} dans le menu à votre nom, ou appuyez sur ${key(shellTexts.lockKeys)}.`,
        `À votre retour, donnez votre mot de passe ou choisissez ${label(reopeningTexts.passkey)}, puis ${label(reopeningTexts.submit)}.`,
      ),
      text(
        `Vous retrouvez la page que vous aviez quittée. Une session restée sans activité se reprend de la même façon, si l'installation le permet. Pour ouvrir la session d'une autre personne, choisissez ${label(reopeningTexts.other)}.`,
      ),
    ),
    section(
      'first-time',
      'Associer votre téléphone, la première fois',
      text(
        "Il faut une application d'authentification sur votre téléphone, celle que vous voulez : Aegis, FreeOTP+ ou 2FAS par exemple.",
      ),
      steps(
        `À la page ${label(secondFactorTexts.enrolment.title)}, scannez le QR code avec l'application.`,
        `Sans appareil photo, choisissez ${label(secondFactorTexts.enrolment.copySecret)} et collez la clé dans l'application.`,
        `Saisissez le ${label(secondFactorTexts.token)} qu'elle affiche, puis choisissez ${label(secondFactorTexts.submit)}.`,
      ),
      note(
        `Créez aussitôt vos codes de secours dans ${label(accountTexts.title)}\u00a0: ils servent le jour où le téléphone manque.`,
      ),
    ),
    section(
      'second-factor',
      'Donner votre second facteur',
      picture('second-factor'),
      list(
        `${label(ways.totp)} : saisissez le code que l'application affiche.`,
        `${label(ways.passkey)} : choisissez ${label(secondFactorTexts.passkey.submit)}, puis suivez votre navigateur.`,
        `${label(ways.mail)} : saisissez le code reçu, valable ${minutes(signInLimits.mailCodeMs)} minutes. Cette méthode n'est proposée qu'à un compte sans application d'authentification, si l'installation le permet.`,
        `${label(ways.recovery)} : saisissez l'un de vos codes. Chacun ne sert qu'une fois.`,
      ),
      text(`Les autres méthodes de votre compte se trouvent sous ${label(secondFactorTexts.otherWays)}.`),
    ),
    section(
      'passkeys',
      "Se servir d'une clé d'accès",
      text(
        "Une clé d'accès remplace le code à recopier par un geste : empreinte, visage, code du téléphone ou clé de sécurité.",
      ),
      steps(
        `Ouvrez ${label(accountTexts.title)} dans le menu à votre nom, puis choisissez ${label(passkeys.add)}.`,
        `Donnez-lui un nom, choisissez ${label(passkeys.addSubmit)} et suivez votre navigateur.`,
        `À la prochaine connexion, après le mot de passe, choisissez ${label(secondFactorTexts.passkey.submit)}.`,
      ),
    ),
    section(
      'recovery-codes',
      'Préparer un code de secours',
      text(
        `Un code de secours remplace le second facteur. Vous en recevez ${accountLimits.recoveryCodes}, et chacun ne sert qu'une fois.`,
      ),
      steps(
        `Dans ${label(accountTexts.title)}, à ${label(recovery.title)}, choisissez ${label(recovery.create)}.`,
        `Choisissez ${label(recovery.print)} ou ${label(recovery.download)}, et gardez-les hors de l'ordinateur.`,
        `Choisissez ${label(recovery.kept)} : les codes ne s'afficheront plus.`,
      ),
      text(
        `Pour vous en servir, choisissez ${label(ways.recovery)} sous ${label(secondFactorTexts.otherWays)}.`,
      ),
    ),
    section(
      'forgotten',
      'Mot de passe oublié',
      steps(
        `À la page de connexion, choisissez ${label(authTexts.forgotten)}.`,
        `Saisissez l'adresse e-mail de votre compte, puis choisissez ${label(resetRequestTexts.submit)}.`,
        `Suivez le lien reçu. Il sert une fois, pendant ${minutes(signInLimits.resetLinkMs)} minutes.`,
      ),
      note(
        "Le second facteur reste demandé. Un compte de l'annuaire change son mot de passe dans l'annuaire.",
      ),
    ),
    section(
      'lost',
      'Second facteur perdu',
      steps(
        `Après le mot de passe, choisissez ${label(secondFactorTexts.lost)}, puis ${label(secondFactorTexts.lostPage.submit)}.`,
        `Suivez le lien reçu par e-mail, puis choisissez ${label(secondFactorTexts.resetPage.submit)}.`,
        'À la connexion suivante, associez un autre téléphone.',
      ),
      note(
        `Si vous êtes administrateur, un autre administrateur doit donner son accord : voir ${page('users')}.`,
      ),
    ),
    section(
      'blocked',
      'Compte bloqué',
      text(
        `Après ${lockoutLimits.failures} échecs, le compte est bloqué pendant ${minutes(lockoutLimits.firstBlockMs)} minutes, puis de plus en plus longtemps, jusqu'à ${hours(lockoutLimits.longestBlockMs)} heures. La page dit jusqu'à quand. Un administrateur peut débloquer le compte avant.`,
      ),
    ),
    section(
      'browsers',
      'Les navigateurs pris en charge',
      table(
        'Navigateurs pris en charge',
        ['Navigateur', 'Versions'],
        [
          ['Firefox', 'La version ESR en cours, et les plus récentes'],
          ['Chrome, Edge, Chromium', 'Les deux dernières'],
          ['Safari', '17 et les suivantes, sur Mac, iPhone et iPad'],
        ],
      ),
      text(
        `Un navigateur antérieur à Firefox 128, Chrome ou Edge 127 ou Safari 17 affiche en haut de la page qu'il est trop ancien pour ${productTexts.product}, et ce qu'il faut faire.`,
      ),
    ),
  ],
}
