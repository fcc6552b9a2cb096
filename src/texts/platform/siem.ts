/** Receivers of events, by their setting. */
export const siemReceiverTexts = { syslog: 'syslog', file: 'fichier' } as const

/** Returns what to do when a receiver takes nothing, by the code of its fault. */
export function siemAdvice(code: string): string {
  if (code === 'UNCONFIRMED')
    return 'Le récepteur ne confirme pas la fin de TLS\u00a0: voyez «\u00a0close=plain\u00a0» dans docs/operations.md.'
  if (code === 'CLOSED')
    return 'Le récepteur a coupé la connexion\u00a0: il refuse peut-être le certificat de Trousseau.'
  if (/CERT|SIGNATURE|SSL|TLS/.test(code))
    return "Le certificat du récepteur, ou celui de Trousseau, n'est pas accepté\u00a0: vérifiez TROUSSEAU_SIEM_CA_FILE et le nom dans l'adresse."
  if (/^(?:ENOENT|EACCES|EPERM|EROFS|ENOSPC|EISDIR|ENOTDIR)$/.test(code))
    return 'Vérifiez les fichiers que nomment les réglages, leurs droits et la place libre.'
  return "Vérifiez l'adresse, le pare-feu et le récepteur."
}
