import type { NotaExpiryId } from '#domain/vault/nota.ts'
import { formatExactDate, formatNumber } from '#texts/platform/format.ts'

/** The choices of a one-time message's lifetime. */
export const notaExpiryTexts: Record<NotaExpiryId, string> = {
  1: '1\u00a0heure',
  2: '4\u00a0heures',
  3: '1\u00a0jour',
  4: '3\u00a0jours',
  5: '7\u00a0jours',
  6: '30\u00a0jours',
}

export const notaTexts = {
  created: 'Message créé',
  createFailed: 'Erreur pendant la création du message',
  title: 'Partager un message à lecture unique',
  intro:
    "Le message s'ouvre une seule fois, par son lien, puis il est détruit. Votre navigateur le chiffre avant de l'envoyer\u00a0; la clé n'est que dans le lien.",
  message: 'Message',
  ownText: 'Texte à ajouter',
  count: (length: number, most: number) => `${formatNumber(length)} sur ${formatNumber(most)}`,
  tooLong: (most: number) => `Le message a ${formatNumber(most)} caractères au plus`,
  nothing: 'Cochez au moins un champ, ou écrivez un texte',
  fields: 'À partager',
  reveal: 'Révéler',
  revealPassword: 'Révéler le mot de passe',
  mask: 'Masquer',
  revealFirst: 'Révélez-le pour pouvoir le partager\u00a0; sa lecture est enregistrée.',
  preview: 'Aperçu du message',
  previewEmpty: 'Rien à envoyer pour le moment.',
  expiry: 'Durée de validité',
  expiriesFailed: "Les durées de validité n'ont pas pu être chargées.",
  submit: 'Créer le message',
  insecure:
    'Un message se chiffre dans le navigateur, qui ne le permet que sur une page en https. Ouvrez Trousseau par son adresse https pour partager.',
  link: {
    title: 'Transmettre le lien',
    label: 'Lien du message',
    until: (expiresAt: string) =>
      `Il s'ouvre une seule fois, jusqu'au ${formatExactDate(Date.parse(expiresAt))}.`,
    once: 'Copiez-le avant de fermer\u00a0: il ne pourra plus être affiché.',
    copy: 'Copier le lien',
    discard: {
      title: 'Fermer sans avoir copié le lien\u00a0?',
      detail: 'Il ne pourra plus être affiché, et personne ne pourra lire le message.',
      keep: 'Revenir au lien',
      discard: 'Fermer sans copier',
    },
  },
} as const

/** The page of the link, whose reader may have no account. */
export const notaPageTexts = {
  loading: 'Recherche du message…',
  waitingTitle: 'Un message vous attend',
  until: (expiresAt: string) =>
    `Il peut être lu une seule fois, jusqu'au ${formatExactDate(Date.parse(expiresAt))}.`,
  ready: 'Une fois révélé, il est détruit\u00a0: ayez de quoi le garder en lieu sûr.',
  reveal: 'Révéler',
  shownTitle: 'Votre message',
  shownLabel: 'Message',
  destroyed: 'Ce message est détruit\u00a0: cette page est seule à le montrer encore',
  copy: 'Copier le message',
  unreachableTitle: 'Le message ne peut pas être cherché',
  doubt:
    "La réponse du serveur n'est pas arrivée. Réessayez\u00a0; si le message avait déjà été détruit en chemin, il ne pourra plus être lu.",
  again: 'Le message attend toujours. Réessayez dans un instant.',
  ends: {
    gone: {
      title: "Ce message n'est plus là",
      detail:
        "Il a déjà été lu, il a expiré, ou il n'a jamais existé. Si vous l'attendiez, prévenez la personne qui vous a envoyé ce lien\u00a0: quelqu'un d'autre l'a peut-être lu.",
    },
    lost: {
      title: 'Ce message est sans doute perdu',
      detail:
        "Il n'est plus là. Votre demande précédente l'a sans doute détruit sans que la réponse vous parvienne. Demandez qu'on vous l'envoie à nouveau.",
    },
    over: {
      title: 'Ce message a été lu ici',
      detail: 'Il a été révélé dans cet onglet, puis détruit. Il ne peut plus être affiché.',
    },
    cut: {
      title: 'Ce lien est incomplet',
      detail:
        "La fin de son adresse manque ou a été abîmée. Copiez le lien en entier, ou demandez-le à nouveau. Rien n'a été lu.",
    },
    wrong: {
      title: "Ce lien n'ouvre pas ce message",
      detail:
        "La fin de son adresse n'est pas la bonne. Rien n'a été lu, mais quelques essais manqués détruisent le message\u00a0: copiez le lien en entier, ou demandez-le à nouveau.",
    },
    unreadable: {
      title: "Ce message n'a pas pu être ouvert",
      detail:
        "Le serveur l'a donné et détruit, mais ce qu'il a donné ne se déchiffre pas. Demandez qu'on vous l'envoie à nouveau.",
    },
    insecure: {
      title: 'Cette page doit être ouverte en https',
      detail:
        "Le navigateur ne déchiffre que sur une page en https. Rien n'a été lu\u00a0: ouvrez le même lien par l'adresse https.",
    },
  },
} as const
