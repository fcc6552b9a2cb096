/** The settings that an explanation names. */
export type ConnectionSettings = {
  /** The address of the server. */
  readonly address: string
  /** Where its authority is given, after « par ». */
  readonly authority: string
}

type Explanation = (settings: ConnectionSettings) => string

const unknownAuthority: Explanation = ({ authority }) =>
  `l'autorité qui a signé son certificat n'est pas connue ici. Donnez le fichier de cette autorité par ${authority}.`
const unknownName: Explanation = ({ address }) =>
  `ce nom n'existe pas, ou le serveur de noms (DNS) ne répond pas. Vérifiez ${address} et le DNS de cette machine.`
const noWay: Explanation = ({ address }) =>
  `aucun chemin jusqu'à ce serveur. Vérifiez ${address}, le réseau et le pare-feu.`
const cut: Explanation = ({ address }) =>
  `le serveur a coupé la connexion. Vérifiez le port de ${address}, et ce serveur.`
const noTls: Explanation = ({ address }) =>
  `ce port ne parle pas TLS comme attendu. Vérifiez le protocole et le port de ${address}.`
const oldTls: Explanation = () =>
  'ce serveur ne parle que des versions anciennes de TLS. Il faut TLS 1.2 au moins.'

/** What the codes of Node and OpenSSL mean, and the setting to look at. */
const explanations: Readonly<Record<string, Explanation>> = {
  CERT_HAS_EXPIRED: () => 'son certificat a expiré. Renouvelez-le sur ce serveur.',
  CERT_NOT_YET_VALID: () =>
    "son certificat n'est pas encore valable. Vérifiez l'horloge de cette machine et la sienne.",
  ERR_TLS_CERT_ALTNAME_INVALID: ({ address }) =>
    `son certificat est au nom d'un autre serveur. Écrivez dans ${address} un nom qui y figure, ou faites-en faire un autre.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  EPROTO: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldTls,
  ECONNREFUSED: ({ address }) =>
    `rien n'écoute à ce port. Vérifiez ${address}, et que ce serveur est en marche.`,
  ECONNRESET: cut,
  EPIPE: cut,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  ETIMEDOUT: noWay,
}

/** Returns what a code of Node or OpenSSL means and the setting to look at; null for a code that is not known here. */
export const connectionFault = (code: string, settings: ConnectionSettings): string | null =>
  Object.hasOwn(explanations, code) ? (explanations[code]?.(settings) ?? null) : null
