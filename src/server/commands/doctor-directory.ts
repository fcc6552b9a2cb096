import pino from 'pino'
import { doctorTexts } from '#texts/commands.ts'
import { DirectoryAway } from '#server/identity/directory/away.ts'
import { createDirectory } from '#server/identity/directory/directory.ts'
import type { DirectorySettings } from '#server/identity/directory/settings.ts'
import type { Finding } from './doctor-database.ts'

const texts = doctorTexts.directory

/** Checks that the directory answers under TLS, accepts the service account and contains a person. */
export async function checkDirectory(settings: DirectorySettings | null): Promise<Finding[]> {
  if (settings === null) return [{ state: 'unknown', text: texts.none }]
  const server = `${settings.host}:${settings.port}`
  try {
    const findsAnybody = await createDirectory(settings, pino({ level: 'silent' })).findsAnybody()
    return [findsAnybody ? { state: 'good', text: texts.good(server) } : { state: 'bad', text: texts.nobody }]
  } catch (error) {
    if (!(error instanceof DirectoryAway)) throw error
    return [{ state: 'bad', text: texts.away[error.reason](server) }]
  }
}
