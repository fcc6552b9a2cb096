import { setImmediate as breathe } from 'node:timers/promises'
import { logUnlessAway } from '#server/platform/database/loss-log.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { createRounds, type Rounds } from '#server/platform/jobs/rounds.ts'
import { followBlock } from './follow.ts'
import { mailAlerts } from './tell.ts'

/** Looks at what the journal says, on every node; each block is looked at once. */
export type AlertWatch = {
  /** Looks at all blocks there are, and mails what is new. */
  round(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export const alertTimes = { followMs: 5_000, mailMs: 30_000 } as const

export function createAlertWatch(
  deps: Pick<PlatformDeps, 'config' | 'db' | 'keys' | 'clock' | 'log' | 'outbox'>,
): AlertWatch {
  const { db, keys, log, config } = deps
  let isStopping = false

  const follow = async (): Promise<void> => {
    while (!isStopping && !keys.isSealed) {
      const raised = await followBlock(db, config.alertReadings)
      if (raised === null) return
      if (raised.length > 0) log.warn({ alerts: raised }, 'alerts were raised')
      await breathe()
    }
  }
  const mail = async (): Promise<void> => {
    if (config.alertMails && !isStopping && !keys.isSealed) await mailAlerts(deps)
  }
  const every = (ms: number, task: () => Promise<void>): Rounds =>
    createRounds(ms, () => task().catch(logUnlessAway(log, 'alerts were not looked at')))
  const rounds = [every(alertTimes.followMs, follow), every(alertTimes.mailMs, mail)]

  return {
    round: async () => {
      await follow()
      await mail()
    },
    start: () => {
      for (const each of rounds) each.start()
    },
    stop: async () => {
      isStopping = true
      await Promise.all(rounds.map((each) => each.stop()))
    },
  }
}
