/** What the calls of signing in say. */
export const signInTexts = {
  signedOut: 'Vous êtes déconnecté',
  codeSent: 'Code envoyé par mail',
} as const
