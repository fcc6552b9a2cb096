/** The messages of single sign-on. */
export const ssoTexts = {
  linked: 'Compte lié',
  parted: 'Lien supprimé',
} as const

/** The notices above the sign-in form, too long for a toast. */
export const signInNoticeTexts = {
  sso_refused: {
    title: "La connexion n'a pas été confirmée",
    detail:
      "Le fournisseur d'identité l'a refusée, ou vous l'avez interrompue. Réessayez, ou connectez-vous avec votre mot de passe.",
  },
  sso_cancelled: {
    title: 'La connexion a été interrompue',
    detail:
      "Vous l'avez abandonnée, ou le fournisseur d'identité ne vous y autorise pas. Réessayez\u00a0; si cela se répète, demandez à votre administrateur de vérifier vos droits chez le fournisseur.",
  },
  sso_misset: {
    title: "L'authentification unique est mal réglée",
    detail:
      "Vous n'y pouvez rien et réessayer ne servira pas. Prévenez votre administrateur\u00a0: la page d'administration de Trousseau en donne la raison. En attendant, connectez-vous avec votre mot de passe si vous en avez un.",
  },
  sso_tenant: {
    title: "Cette identité est d'une autre organisation",
    detail:
      "Vous vous êtes identifié avec un compte qui n'est pas de cette organisation. Recommencez et choisissez votre compte professionnel.",
  },
  sso_unavailable: {
    title: "Le fournisseur d'identité ne répond pas",
    detail: 'Réessayez dans quelques minutes, ou connectez-vous avec votre mot de passe.',
  },
  sso_over: {
    title: 'Cette connexion a expiré',
    detail:
      "Elle a duré trop longtemps, a déjà servi, ou continue dans un autre onglet. Recommencez depuis cette page\u00a0; si vous suiviez une invitation, rouvrez le lien de l'e-mail ou demandez-en un autre à votre administrateur.",
  },
  sso_tries: {
    title: 'Trop de tentatives',
    detail:
      "Trop de connexions ont échoué depuis ce réseau. Réessayez dans un quart d'heure, ou demandez à votre administrateur de lever le blocage.",
  },
  sso_taken: {
    title: 'Cette identité ne peut pas être liée à ce compte',
    detail:
      "Elle est déjà liée à un autre compte, ou ce compte n'est plus ouvert. Contactez votre administrateur.",
  },
  sso_unknown: {
    title: 'Votre identité doit être liée à un compte',
    detail:
      "Vous êtes bien reconnu par le fournisseur d'identité, mais aucun compte Trousseau n'est encore lié à votre identité. Donnez ce code à votre administrateur Trousseau, et à personne d'autre\u00a0:",
    copy: 'Copier le code de liaison',
    copied: 'Code de liaison copié',
    after:
      'Il est valable 72 heures et reste affiché dans cet onglet. Une fois votre compte lié, reconnectez-vous par le même bouton. Si vous réessayez avant, un autre code le remplace.',
    lost: "Réessayez par le même bouton pour obtenir le code qu'un administrateur attend.",
  },
  send_reset_mail_success: {
    title: 'Consultez votre messagerie',
    detail:
      "Si un compte correspond à cette adresse, un lien pour choisir un nouveau mot de passe vient d'y être envoyé. Il sert une fois, pendant 30 minutes. Pensez au dossier des indésirables.",
  },
} as const

/** Between the return from the provider and the explorer. */
export const ssoEntryTexts = {
  title: 'Connexion',
  opening: 'Ouverture de votre session…',
  again: 'Réessayer',
} as const
