import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { databaseProblems, serverTexts } from '#texts/platform/server.ts'
import { forgetAccounts } from './access/authority.ts'
import { forgetCensus } from './access/census.ts'
import { forgetNumbers } from './access/numbers.ts'
import { forgetWithdrawn } from './access/withdrawn.ts'
import type { Config } from './config.ts'
import { DatabaseProblem } from './platform/database/problems.ts'
import { setCheckpointsAside } from './platform/journal/kept-checkpoints.ts'
import { databaseFileOf, requireNoneLost } from './installation.ts'

/** The option that starts an empty installation beside the key of a former one. */
const option = '--new-installation'

/**
 * Asks before an empty database is created where there was one. Without a terminal only the option allows it.
 * @throws DatabaseProblem FILE_MISSING when the answer is no, or without a terminal
 */
export async function allowNewInstallation(config: Config): Promise<void> {
  if (process.argv.includes(option)) return beginAgain(config)
  try {
    requireNoneLost(config)
  } catch (error) {
    if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) throw error
    const file = databaseFileOf(config)
    const answer = await ask(`\n${databaseProblems.FILE_MISSING(file)}\n${serverTexts.beginNew}`)
    if (answer.trim().toLowerCase() !== serverTexts.beginNewAnswer)
      throw new DatabaseProblem('FILE_MISSING', file)
    await beginAgain(config)
  }
}

/** Sets aside what the data folder says of the installation before. */
async function beginAgain({ dataFolder }: Config): Promise<void> {
  forgetAccounts(dataFolder)
  forgetCensus(dataFolder)
  forgetWithdrawn(dataFolder)
  forgetNumbers(dataFolder)
  await setCheckpointsAside(dataFolder, Date.now())
}

/** Returns the answer on the terminal; an empty text at the end of the input and on Ctrl-C. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const ended = once(lines, 'close').then(() => '')
  const answer = await Promise.race([lines.question(question).catch(() => ''), ended])
  lines.close()
  return answer
}
