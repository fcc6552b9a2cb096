import type { DangerLevel, DangerReason } from '#domain/platform/address-danger.ts'

/** The word of each level. */
export const dangerTexts: Record<DangerLevel, string> = {
  0: 'Aucune adresse',
  1: 'Sûre',
  2: 'Risque faible',
  3: 'Risque modéré',
  4: 'Risque élevé',
  5: 'Risque grave',
}

/** What each level means, for the dialog that explains them. */
export const dangerExplanations: Record<DangerLevel, string> = {
  0: "Aucune adresse n'est indiquée.",
  1: 'Site public en https, sur le port habituel.',
  2: 'Adresse interne ou port inhabituel en https, nom sans protocole, ou accès à distance chiffré (ssh, sftp, rdp).',
  3: "Adresse IP privée, http sur un nom interne, raccourcisseur d'adresses, secret dans l'adresse ou protocole inhabituel.",
  4: "Rien n'est chiffré sur un site public (http, ftp, telnet), adresse IP publique, ou nom qui peut en imiter un autre.",
  5: "Adresse trompeuse ou illisible : identifiant dans l'adresse, mélange d'alphabets, protocole interdit.",
}

/** Why an address has its level. */
export const dangerReasonTexts: Record<DangerReason, string> = {
  REFUSED_SCHEME: "Ce type d'adresse n'est pas permis (javascript, data, vbscript, file, blob)",
  UNREADABLE: "Cette adresse n'est pas lisible",
  USER_INFO: 'Elle contient un identifiant ou un mot de passe avant le signe @',
  MIXED_SCRIPT: 'Le nom du site mélange plusieurs alphabets : il en imite peut-être un autre',
  HTTP_PUBLIC: "Le site est public et la connexion n'est pas chiffrée (http)",
  CLEAR_PROTOCOL: "Ce protocole n'est pas chiffré (ftp, telnet)",
  PUBLIC_IP: 'Elle désigne une adresse IP publique et non un nom de site',
  PUNYCODE:
    "Le nom du site s'écrit dans un autre alphabet ou en punycode (xn--) : il en imite peut-être un autre",
  PRIVATE_IP: 'Elle désigne une adresse IP privée, que son certificat ne peut pas garantir',
  HTTP_INTRANET: "Le nom est interne et la connexion n'est pas chiffrée (http)",
  SHORTENER: "C'est une adresse raccourcie : on ne voit pas où elle mène",
  SECRET_IN_QUERY: "Un secret semble écrit dans l'adresse elle-même",
  OTHER_PROTOCOL: "Ce protocole n'est pas habituel",
  OTHER_PORT: "Le port n'est pas le port habituel",
  INTRANET: 'Le nom est celui du réseau interne',
  REMOTE_ACCESS: "C'est un accès à distance (ssh, sftp, rdp)",
  BARE_HOST: 'Aucun protocole : elle sera ouverte en https',
}
