/** The page on which people ask for a link to set a password. */
export const resetRequestTexts = {
  pageTitle: 'Mot de passe oublié',
  title: 'Mot de passe oublié',
  intro:
    "Donnez l'adresse e-mail de votre compte\u00a0: un lien pour choisir un nouveau mot de passe y sera envoyé. Votre second facteur ne change pas.",
  email: 'Adresse e-mail',
  emailFormat: 'Une adresse complète, par exemple prenom.nom@exemple.fr',
  submit: 'Envoyer le lien',
  cancel: 'Annuler',
  failed: "Problème lors de l'envoi du mail",
  serverAway:
    'Le serveur de mail ne répond pas. Réessayez dans quelques minutes, ou demandez un lien à votre administrateur.',
} as const
