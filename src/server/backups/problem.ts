/** A fault of a backup that the operator can correct; its message is the sentence to print. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}
