import { randomBytes } from 'node:crypto'
import { doctorTexts } from '#texts/commands.ts'
import { ssoFailureTexts } from '#texts/identity/sso-failures.ts'
import type { Config } from '../config.ts'
import { tryProvider, type Trial } from '#server/identity/sso/trial.ts'
import type { Finding } from './doctor-database.ts'

/**
 * Tries the provider as a sign-on does, without a person: its metadata, its keys, the client's id and secret, and
 * whether it accepts the request that a browser makes.
 */
export async function checkSso({
  sso,
  publicOrigin,
}: Pick<Config, 'sso' | 'publicOrigin'>): Promise<Finding[]> {
  const texts = doctorTexts.sso
  if (sso === null) return [{ state: 'unknown', text: texts.none }]
  const trials = await tryProvider(sso, { publicOrigin, random: (length) => randomBytes(length) })
  return trials.map(findingOf)
}

function findingOf({ step, fault }: Trial): Finding {
  const texts = doctorTexts.sso
  if (fault === null) return { state: 'good', text: texts.good[step] }
  // Sign-ons succeed, and no setting spares the repetition.
  if (fault === 'scope') return { state: 'good', text: texts.scope }
  if (fault === 'prompt' || fault === 'promptPage' || fault === 'scopePage')
    return { state: 'bad', text: texts[fault] }
  if (typeof fault === 'string') return { state: 'bad', text: texts.clientAuth(fault) }
  const { title, help } = ssoFailureTexts[fault.code]
  const said = [fault.said.error, fault.said.description].filter((words) => words !== null).join(' – ')
  return { state: 'bad', text: texts.bad(texts.steps[step], title, said, help) }
}
