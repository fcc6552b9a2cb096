import { constants, statSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { configTexts } from '#texts/platform/server.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { doctorTexts } from '#texts/commands.ts'
import type { Config } from '../config.ts'
import { shareOfDatabase } from '../data-folder.ts'
import type { Finding } from './doctor-database.ts'

const gibibyte = 1024 ** 3
/** Below this much free space, in bytes, writes will soon be refused. */
const leastFreeBytes = gibibyte / 2

/** Checks that the data folder exists, is writable and is closed to other system accounts. */
export async function checkFolder(
  config: Pick<Config, 'dataFolder' | 'database' | 'allowsShare'>,
): Promise<Finding[]> {
  const texts = doctorTexts.folder
  const folder = config.dataFolder
  // One that is hidden by the rights of its parents throws.
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats) return [{ state: 'bad', text: configTexts.dataFolderMissing(folder) }]
  if (!stats.isDirectory()) return [{ state: 'bad', text: configTexts.dataFolder(folder) }]
  const findings: Finding[] = []
  if ((stats.mode & 0o077) !== 0) {
    findings.push({ state: 'bad', text: texts.open(folder, (stats.mode & 0o777).toString(8)) })
  }
  const share = shareOfDatabase(config)
  if (share !== null) findings.push({ state: 'bad', text: configTexts.networkShare(folder, share) })
  const writable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!writable) findings.push({ state: 'bad', text: texts.readOnly(folder) })
  return findings.length > 0 ? findings : [{ state: 'good', text: texts.good(folder) }]
}

export async function checkDisk(folder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bsize === 0) return []
  const free = bavail * bsize
  const text = `${formatNumber(free / gibibyte)} ${doctorTexts.disk.unit}`
  return free < leastFreeBytes
    ? [{ state: 'bad', text: doctorTexts.disk.low(text) }]
    : [{ state: 'good', text: doctorTexts.disk.good(text) }]
}
