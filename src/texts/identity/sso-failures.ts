import type { SsoFailureCode } from '#domain/identity/sso-failures.ts'
import { nbsp } from '#texts/platform/format.ts'

/** What went wrong with single sign-on, and what an administrator does about it. */
export const ssoFailureTexts: Record<SsoFailureCode, { readonly title: string; readonly help: string }> = {
  PROVIDER_AWAY: {
    title: 'Le fournisseur ne répond pas',
    help: `Vérifiez que ce serveur l'atteint (nom, pare-feu, certificat)${nbsp}: «${nbsp}doctor --sso${nbsp}» essaie chaque étape.`,
  },
  DISCOVERY_WRONG: {
    title: "L'adresse du fournisseur ne donne pas ses réglages",
    help: `SSO_ISSUER doit être l'émetteur exact${nbsp}: son document est sous «${nbsp}/.well-known/openid-configuration${nbsp}».`,
  },
  ISSUER_DIFFERENT: {
    title: "L'émetteur n'est pas celui des réglages",
    help: "Donnez à SSO_ISSUER l'émetteur que le fournisseur annonce, à la lettre près.",
  },
  CLIENT_REFUSED: {
    title: "Le fournisseur n'accepte pas ce client",
    help: `Vérifiez SSO_CLIENT_ID et SSO_CLIENT_SECRET${nbsp}: un secret a pu expirer chez le fournisseur.`,
  },
  KEYS_WRONG: {
    title: "La signature de l'identité n'est pas vérifiable",
    help: 'Les clés publiées par le fournisseur ne sont pas celles qui signent. Vérifiez son adresse «\u00a0jwks_uri\u00a0».',
  },
  PERSON_REFUSED: {
    title: 'Connexion abandonnée ou refusée chez le fournisseur',
    help: "La personne a renoncé, ou n'a pas le droit d'utiliser cette application chez le fournisseur.",
  },
  REQUEST_REFUSED: {
    title: 'Le fournisseur a refusé la demande',
    help: "Ses propres mots disent pourquoi. L'adresse de retour de Trousseau doit être déclarée chez lui.",
  },
  CODE_REFUSED: {
    title: "Le fournisseur n'a pas échangé le code",
    help: 'Le code a expiré, a déjà servi, ou a été inventé. À suivre si cela se répète.',
  },
  EXCHANGE_WRONG: {
    title: "L'adresse d'échange du fournisseur ne répond pas comme prévu",
    help: `Vérifiez ce que le fournisseur publie sous «${nbsp}token_endpoint${nbsp}», et qu'aucun intermédiaire ne répond à sa place.`,
  },
  RETURN_WRONG: {
    title: "Le retour du fournisseur n'est pas valable",
    help: "Un paramètre manque ou est en double, ou vient d'un autre émetteur. Quelqu'un a pu le fabriquer.",
  },
  IDENTITY_WRONG: {
    title: "L'identité reçue n'est pas celle attendue",
    help: "Elle est faite pour une autre application ou une autre connexion, ou n'a pas d'identifiant (sub) valable.",
  },
  TIME_WRONG: {
    title: "L'identité n'est pas encore, ou plus, valable",
    help: `Vérifiez l'heure de ce serveur et celle du fournisseur${nbsp}: trente secondes d'écart sont tolérées.`,
  },
  PERSON_DIFFERENT: {
    title: "UserInfo parle d'une autre personne",
    help: 'Le fournisseur se contredit\u00a0: cette identité ne peut pas être acceptée.',
  },
  TENANT_DIFFERENT: {
    title: "Identité d'une autre organisation",
    help: "Son locataire (tid) n'est pas celui de SSO_TENANT. La personne a pu choisir un compte personnel.",
  },
}

/** The section of the administration page. */
export const ssoFailuresTexts = {
  title: 'Authentification unique',
  detail: (issuer: string) =>
    `Les derniers échecs des connexions par ${issuer}, un par raison, pendant trente jours ou jusqu'au prochain changement de clé racine. Les mots du fournisseur passent par le navigateur${nbsp}: ne suivez pas d'adresse qu'ils contiennent.`,
  none: 'Aucun échec depuis trente jours, ou depuis le dernier changement de clé racine.',
  list: "Échecs de l'authentification unique",
  said: (words: string) => `Le fournisseur dit${nbsp}: ${words}`,
  request: (id: string) => `Requête ${id}`,
  loadFailed: "Les échecs de l'authentification unique n'ont pas pu être lus",
} as const
