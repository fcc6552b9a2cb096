import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { interruptedPath, storeInterrupted } from '#web/identity/account/interruptedDeed.ts'
import { show } from '#web/testing/show.tsx'
import type { OpenDialog } from './DialogOf.tsx'
import { useReopenedExport } from './useReopenedExport.ts'

const exported = { elements: [{ type: 'item', id: 4 }] } as const
const home = window.location.href
const opened: OpenDialog[] = []
const open = (dialog: OpenDialog) => void opened.push(dialog)

function Chest({ id }: { id: number }): ReactNode {
  useReopenedExport(id, open)
  return null
}

beforeEach(() => {
  opened.length = 0
  sessionStorage.clear()
  history.replaceState(null, '', '/routes/explorer?chestId=7&folderId=2')
  storeInterrupted({ export: exported, chestId: 7 })
})
afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, '', home)
})

it('the dialog of an export opens once more after a proof that left the page', async () => {
  expect(interruptedPath()).toBe('/routes/explorer?chestId=7&folderId=2')
  await show(<Chest id={7} />)
  expect(opened).toEqual([{ name: 'export', exported }])
  await show(<Chest id={7} />)
  expect(opened).toHaveLength(1)
})

it('another chest opens none, nor does one after the proof has expired', async () => {
  await show(<Chest id={8} />)
  storeInterrupted({ export: exported, chestId: 7 })
  vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] })
  await show(<Chest id={7} />)
  expect([opened, interruptedPath()]).toEqual([[], null])
})
