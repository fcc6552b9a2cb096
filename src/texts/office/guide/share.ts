import { notaLimits } from '#domain/platform/limits.ts'
import { rightNames } from '#domain/platform/rights.ts'
import { rightWords } from '#texts/platform/chest-rights.ts'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { notaPageTexts, notaTexts } from '#texts/vault/nota.ts'
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

export const sharePage: GuidePage = {
  id: 'share',
  title: 'Partager',
  lead: "Avec des collègues, par les droits d'un coffre\u00a0; avec quelqu'un d'autre, par un message qui se détruit.",
  sections: [
    section(
      'which',
      'Choisir comment partager',
      list(
        "Un collègue en a besoin durablement : un administrateur lui ouvre le coffre. Rien n'est recopié, et chaque lecture laisse une trace.",
        "Quelqu'un n'en a besoin qu'une fois, ou n'a pas de compte : envoyez un message à lecture unique.",
      ),
    ),
    section(
      'message',
      'Envoyer un message à lecture unique',
      steps(
        `Au bout de la ligne, choisissez ${label(explorerTexts.share)} (dans son menu : ${label(explorerTexts.menu.note)}), ou appuyez sur ${key('p')}. Pour un texte libre, choisissez ${label(explorerTexts.share)} au-dessus du tableau.`,
        `Cochez ce que le message doit contenir. Le mot de passe se coche une fois ${label(notaTexts.reveal)} choisi ; cette lecture est enregistrée.`,
        `Choisissez la ${label(notaTexts.expiry)}.`,
        `Choisissez ${label(notaTexts.submit)}, puis collez le lien dans votre e-mail ou votre messagerie.`,
      ),
      picture('share'),
      note(
        "Le lien suffit à lire le message. Envoyez-le à une seule personne, et si possible pas là où vous envoyez l'identifiant.",
      ),
    ),
    section(
      'read',
      'Lire un message reçu',
      steps(
        `Ouvrez le lien. Rien n'est lu tant que vous n'avez pas choisi ${label(notaPageTexts.reveal)}.`,
        'Prévoyez où conserver son contenu, puis révélez-le : il est aussitôt détruit.',
      ),
      text(
        `Si la page dit ${label(notaPageTexts.ends.gone.title)}, prévenez la personne qui vous l'a envoyé : quelqu'un d'autre l'a peut-être lu. ${notaLimits.tries} liens faux détruisent aussi le message.`,
      ),
    ),
    section(
      'rights',
      'Les cinq droits sur un coffre',
      text(
        "Une personne reçoit ses droits elle-même ou par ses groupes ; tous s'ajoutent. Les lettres sont celles des listes.",
      ),
      table(
        'Légende des droits',
        ['Lettre', 'Droit', "Ce qu'il permet"],
        rightNames.map((right) => [
          label(rightWords[right].letter),
          rightWords[right].label,
          rightWords[right].detail,
        ]),
      ),
      note('Sans le droit de lire, les autres droits ne comptent pas.'),
      text(`Pour ouvrir un coffre à quelqu'un, voir ${page('chests')}.`),
    ),
  ],
}
