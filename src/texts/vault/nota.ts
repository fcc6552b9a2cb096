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
  tooLong: (most: number) => `Le message peut compter ${formatNumber(most)} caractères au plus`,
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
  showName: (name: string) => `Montrer mon nom au lecteur\u00a0: ${name}`,
  showNameDetail: "Il le voit avant d'ouvrir le message, et Trousseau en répond.",
  submit: 'Créer et copier le lien',
  insecure:
    'Un message se chiffre dans le navigateur, qui ne le permet que sur une page en https. Ouvrez Trousseau par son adresse https pour partager.',
  link: {
    title: 'Transmettre le lien',
    label: 'Lien du message',
    until: (expiresAt: string) =>
      `Il s'ouvre une seule fois, jusqu'au ${formatExactDate(Date.parse(expiresAt))}.`,
    paste: "Le lien est copié\u00a0: collez-le où vous l'envoyez. Il ne pourra plus être affiché.",
    /** Clearing it before it is pasted would lose the message. */
    stays: "Copié, il reste dans le presse-papiers jusqu'à ce que vous copiiez autre chose.",
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
  ready: 'Une fois révélé, il est détruit\u00a0: prévoyez où le conserver en lieu sûr.',
  reveal: 'Révéler',
  shownTitle: 'Votre message',
  shownLabel: 'Message',
  destroyed: 'Ce message est maintenant détruit\u00a0: il disparaîtra quand vous fermerez cette page.',
  from: (sender: string) => `Expéditeur\u00a0: ${sender}`,
  copyField: (label: string) => `Copier\u00a0: ${label}`,
  copiedField: (label: string) => `Copié\u00a0: ${label}`,
  fieldCopy: 'Copier',
  copy: 'Copier le message',
  /** It exists nowhere else: clearing it before it is pasted would lose it. */
  stays:
    'Ce que vous copiez reste dans le presse-papiers\u00a0: collez-le en lieu sûr, puis copiez autre chose.',
  unreachableTitle: "Le message n'a pas pu être chargé",
  doubt:
    "La réponse du serveur n'est pas arrivée. Réessayez\u00a0; si le message a été détruit entre-temps, il ne pourra plus être lu.",
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
        "Le serveur l'a transmis puis détruit, mais il n'a pas pu être déchiffré ici. Demandez qu'on vous l'envoie à nouveau.",
    },
    insecure: {
      title: 'Cette page doit être ouverte en https',
      detail:
        "Le navigateur ne déchiffre que sur une page en https. Rien n'a été lu\u00a0: ouvrez le même lien par l'adresse https.",
    },
  },
} as const
