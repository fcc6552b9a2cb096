/** What the operator does about a path that a setting, an option or an argument named. */
const namedWrongly = "Corrigez le réglage ou l'option qui le nomme."
const forbidden = (account: string): string =>
  `le compte «\u00a0${account}\u00a0» n'en a pas le droit. Corrigez le propriétaire et les droits du fichier et de ses dossiers, ou lancez la commande avec le compte du service.`
const tooManyFiles =
  'trop de fichiers sont ouverts. Augmentez la limite du service (LimitNOFILE de systemd), puis recommencez.'
const shareAway = 'le partage réseau qui le porte ne répond plus. Remontez-le, puis recommencez.'

/** Why the system refuses a file or a folder, by the code of the error (errno(3)), and what to do. */
const faults = {
  ENOENT:
    "il n'existe pas. Créez-le, montez le disque qui le porte, ou corrigez le réglage ou l'option qui le nomme.",
  ENOTDIR: `un des dossiers de ce chemin est un fichier. ${namedWrongly}`,
  EISDIR: `c'est un dossier, et il faut un fichier. ${namedWrongly}`,
  ENAMETOOLONG: `ce nom est trop long. ${namedWrongly}`,
  ELOOP: `ses liens symboliques tournent en rond. ${namedWrongly}`,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'son disque est monté en lecture seule. Remontez-le en écriture, ou choisissez un autre disque.',
  ENOSPC: 'son disque est plein. Libérez de la place, puis recommencez.',
  EDQUOT:
    'le quota de ce compte sur ce disque est atteint. Libérez de la place ou augmentez-le, puis recommencez.',
  EIO: "son disque signale une erreur de lecture ou d'écriture. Vérifiez-le («\u00a0dmesg\u00a0» la montre), puis recommencez.",
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOTCONN: shareAway,
  ESTALE: shareAway,
} as const

export type FileFault = keyof typeof faults
export const fileFaults = Object.keys(faults) as readonly FileFault[]

/**
 * @param paths none where the system does not name the file
 * @param account that the file was refused to
 */
export function fileProblem(fault: FileFault, paths: readonly string[], account: string): string {
  const subject =
    paths.length === 0 ? 'un fichier' : paths.map((path) => `«\u00a0${path}\u00a0»`).join(' ou ')
  const why = faults[fault]
  return `Impossible de lire ou d'écrire ${subject} (${fault})\u00a0: ${typeof why === 'string' ? why : why(account)}`
}
