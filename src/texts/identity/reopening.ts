/** The page that reopens a locked session. */
export const reopeningTexts = {
  intro: (name: string) => `Reprendre la session de ${name}`,
  submit: 'Reprendre la session',
  wrong: 'Mot de passe incorrect',
  passkey: "Utiliser ma clé d'accès",
  other: 'Se connecter autrement',
  gaveUp:
    "La clé d'accès n'a pas été utilisée\u00a0: l'opération a été abandonnée ou refusée par le navigateur",
} as const
