import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { stateTexts } from '#texts/office/installation-state.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { BackupTile } from './StateTiles.tsx'

const { backups: words } = stateTexts
const now = Date.parse('2026-11-28T12:00:00Z')
const hourMs = 3_600_000
const before = (hours: number): string => new Date(now - hours * hourMs).toISOString()
const last = { at: before(50), bytes: 5_000_000, chests: 3 }

type Backups = Parameters<typeof BackupTile>[0]['backups']

/** Shows the tile, and returns what it says and whether it is red. */
async function tile(backups: Backups): Promise<{ text: string; isRed: boolean }> {
  const shown = await show(
    <ul>
      <BackupTile backups={backups} now={now} />
    </ul>,
  )
  await expectAccessible()
  const text = page.getByRole('listitem').element().textContent
  const isRed = page.getByRole('listitem').element().querySelector('p svg') !== null
  await shown.unmount()
  return { text, isRed }
}

it('[BKUP-10] the tile of backups is red while the last one is late, and says when the last good one was made', async () => {
  const { text, isRed } = await tile({ isScheduled: true, last, failedAt: null, isLate: true, recent: null })
  expect(isRed).toBe(true)
  expect(text).toContain(words.late)
  expect(text).toContain(words.good(Date.parse(last.at), now))
})

it('[BKUP-10] the tile of backups is red when none was ever made in time', async () => {
  const { text, isRed } = await tile({
    isScheduled: true,
    last: null,
    failedAt: null,
    isLate: true,
    recent: null,
  })
  expect(isRed).toBe(true)
  expect(text).toContain(words.late)
  expect(text).toContain(words.never)
})

it('[BKUP-10] the tile of backups is red after a failure, until a later one is good', async () => {
  const failedAt = before(1)
  const { text, isRed } = await tile({ isScheduled: true, last, failedAt, isLate: false, recent: null })
  expect(isRed).toBe(true)
  expect(text).toContain(words.failed)
  expect(text).toContain(words.failedDetail(Date.parse(failedAt), now))
  expect(await tile({ isScheduled: true, last, failedAt: null, isLate: false, recent: null })).toMatchObject({
    isRed: false,
  })
})

it('[BKUP-10] the tile of backups is not red before the first is due, and says where none are set', async () => {
  const waiting = { isScheduled: true, last: null, failedAt: null, isLate: false, recent: null }
  expect(await tile(waiting)).toEqual({
    text: expect.stringContaining(words.waiting) as string,
    isRed: false,
  })
  const { text, isRed } = await tile({ ...waiting, isScheduled: false })
  expect([isRed, text]).toEqual([false, expect.stringContaining(words.noneDetail)])
})

it('[BKUP-15] the tile of backups is red while those of the last minutes are late, and says what would be lost', async () => {
  const good = { isScheduled: true, last, failedAt: null, isLate: false }
  const at = before(1)
  const late = await tile({ ...good, recent: { at, isLate: true } })
  expect(late).toEqual({ text: expect.stringContaining(words.recentLate) as string, isRed: true })
  expect(late.text).toContain(words.recentLateDetail(Date.parse(at), now))
  const never = await tile({ ...good, last: null, recent: { at: null, isLate: true } })
  expect(never).toEqual({
    text: expect.stringContaining(words.recentLateDetail(null, now)) as string,
    isRed: true,
  })
  const fresh = await tile({ ...good, recent: { at, isLate: false } })
  expect(fresh).toEqual({
    text: expect.stringContaining(words.recent(Date.parse(at), now)) as string,
    isRed: false,
  })
})
