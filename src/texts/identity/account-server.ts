/** What the calls of « Mon compte » say, besides the refusals. */
export const accountServerTexts = {
  renamed: 'Vos noms sont à jour',
  othersEnded: 'Les autres sessions sont terminées',
  proved: 'Identité confirmée',
  passwordChanged: 'Mot de passe mis à jour',
  authenticatorReplaced: "Application d'authentification remplacée",
  mailChosen: 'Votre second facteur est désormais le code par mail',
  passkeyAdded: "Clé d'accès ajoutée",
  passkeyRenamed: "Clé d'accès renommée",
  passkeyRemoved: "Clé d'accès retirée",
} as const
