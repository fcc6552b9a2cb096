import { BackupProblem } from './backups/problem.ts'
import { ConfigError } from './config.ts'
import { KeyError } from './platform/crypto/key-error.ts'
import { DatabaseProblem, namedProblem } from './platform/database/problems.ts'
import { fileProblemOf } from './platform/file-problem.ts'

const kinds = [ConfigError, KeyError, DatabaseProblem, BackupProblem]

/** Returns the sentence of a fault that the operator can correct; null for any other error, which is a bug. */
export function operatorSentence(thrown: unknown): string | null {
  const problem = fileProblemOf(thrown)
  if (problem) return problem.message
  const error = namedProblem(thrown)
  return error instanceof Error && kinds.some((kind) => error instanceof kind) ? error.message : null
}
