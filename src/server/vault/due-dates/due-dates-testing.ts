import type { TestApp } from '#server/testing/app.ts'

export const dayMs = 24 * 3_600_000

/** Sets the clock of a test, and keeps its sessions open. @param to milliseconds since the epoch */
export async function moveClock({ time, deps }: Pick<TestApp, 'time' | 'deps'>, to: number): Promise<void> {
  time.now = to
  await deps.db
    .updateTable('sessions')
    .set({ last_seen_at: to, expires_at: to + dayMs } as never)
    .execute()
}
