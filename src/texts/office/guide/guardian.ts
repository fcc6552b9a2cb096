import { masterKeyLimits, unlockLimits } from '#domain/platform/limits.ts'
import { chestLockTexts } from '#texts/vault/chest-lock.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { masterKeyTexts, recoveryTexts } from '#texts/vault/master-key.ts'
import { label, list, note, picture, section, steps, text, type GuidePage } from './model.ts'

const { open, manage } = masterKeyTexts
const minutes = (ms: number): number => ms / 60_000

export const guardianPage: GuidePage = {
  id: 'guardian',
  title: 'Coffres protégés',
  lead: "Un coffre protégé ne s'ouvre qu'avec sa clé maître, en plus de vos droits.",
  sections: [
    section(
      'open',
      'Ouvrir un coffre protégé',
      steps(
        "Choisissez le coffre, marqué d'un cadenas.",
        `Saisissez sa ${label(masterKeyTexts.field)}, puis choisissez ${label(open.submit)}.`,
      ),
      picture('locked-chest'),
      text(
        `Il se referme après ${minutes(unlockLimits.idleMs)} minutes sans usage, à la déconnexion, ou par ${label(chestLockTexts.lockNow)}. Ce que vous étiez en train de saisir est gardé.`,
      ),
      note(`${unlockLimits.tries} clés fausses ferment la session.`),
    ),
    section(
      'what',
      "Ce qu'une clé maître change",
      list(
        "Même un administrateur de l'installation ne lit pas le coffre sans elle.",
        "Le coffre n'est ni dans la recherche ni dans les indicateurs tant qu'il est fermé.",
        "La clé n'est gardée nulle part. Si elle est perdue, le contenu du coffre l'est aussi.",
      ),
    ),
    section(
      'protect',
      'Protéger un coffre',
      text('Il faut administrer le coffre.'),
      steps(
        `Dans le coffre, ouvrez ${label(explorerTexts.moreActions)} et choisissez ${label(chestLockTexts.protect)}.`,
        `Choisissez une clé d'au moins ${masterKeyLimits.minimum} caractères. ${label(masterKeyTexts.generateLabel)} en propose une de six mots.`,
        'Notez-la en lieu sûr, hors de Trousseau.',
        `Choisissez ${label(manage.protectSubmit)}, puis confiez la clé de vive voix aux personnes qui en ont besoin.`,
      ),
    ),
    section(
      'change',
      'Changer la clé maître',
      steps(
        `Dans le coffre ouvert, ouvrez ${label(explorerTexts.moreActions)} et choisissez ${label(chestLockTexts.change)}.`,
        `Cochez ${label(manage.leaked)} si quelqu'un a pu la connaître : tout le contenu est alors rechiffré.`,
        `Choisissez ${label(manage.changeSubmit)}. Le coffre se referme pour tout le monde.`,
      ),
      text(`${label(chestLockTexts.remove)}, dans le même menu, rend le coffre ordinaire.`),
    ),
    section(
      'shares',
      'Imprimer des parts de secours',
      text(
        "Si votre installation le permet, une clé maître peut être découpée en parts imprimées. Un certain nombre d'entre elles suffit à la retrouver.",
      ),
      steps(
        `En protégeant le coffre ou en changeant sa clé, cochez ${label(recoveryTexts.offer)}.`,
        `Choisissez ${label(recoveryTexts.count)} et ${label(recoveryTexts.needed)}.`,
        `Une fois la clé enregistrée, choisissez ${label(recoveryTexts.print)} : les parts ne s'afficheront plus.`,
        'Rangez chaque part dans un lieu différent.',
      ),
      text(
        `Pour s'en servir, ouvrez le coffre et choisissez ${label(recoveryTexts.use)}. Les parts ne quittent pas le navigateur.`,
      ),
    ),
  ],
}
