import { doctorTexts } from '#texts/commands.ts'
import { siemReceiverTexts } from '#texts/platform/siem.ts'
import type { Database } from '#server/platform/database/open.ts'
import { receiversIn, siemState } from '#server/platform/siem/cursors.ts'
import type { SiemSettings } from '#server/platform/siem/settings.ts'
import type { Finding } from './doctor-database.ts'

/** Events that wait for longer, in milliseconds, are told; sooner a running server has not come to them. */
const usualMs = 60_000

/** Reports what waits for the receivers of events; sends nothing, since the server does. */
export async function checkSiem(
  { db }: Pick<Database, 'db'>,
  siem: SiemSettings,
  now: number,
): Promise<Finding[]> {
  const texts = doctorTexts.siem
  const states = await siemState(db, receiversIn(siem))
  return states.map(({ receiver, waiting, oldestAt, fault }) => {
    const name = siemReceiverTexts[receiver]
    if (fault) return { state: 'bad', text: texts.fault(name, waiting, fault.code, fault.since) }
    // A server that is stopped delivers at its next start.
    if (oldestAt !== null && now - oldestAt > usualMs)
      return { state: 'unknown', text: texts.waiting(name, waiting, oldestAt) }
    return { state: 'good', text: texts.good(name) }
  })
}
