import { expect, it } from 'vitest'
import { ApiError } from '#web/platform/api/errors.ts'
import { FieldConflict, saveField, type EditedField } from './conflicts.ts'

type Element = { name: string; revision: number; history: Entry[] }
type Entry = { action: string; paramName: string | null; createdAt: string; user: string }

const entry = (paramName: string | null, second: number, user = 'camille'): Entry => ({
  action: paramName === null ? 'CREATE' : 'UPDATE',
  paramName,
  createdAt: `2026-01-15T09:00:${String(second).padStart(2, '0')}.000Z`,
  user,
})
const began: Element = { name: 'Avant', revision: 1, history: [entry(null, 0)] }
const name: EditedField<Element> = { paramNames: ['name'], valueOf: (element) => element.name }
const secret: EditedField<Element> = { paramNames: ['password'], valueOf: null }

/** A server that refuses each save from a stale revision and returns the current element. */
function serverAt(present: Element) {
  const sent: [string, number][] = []
  const fresh: Element[] = []
  return {
    sent,
    fresh,
    saving: (field: EditedField<Element>) => ({
      began,
      onEnd: () => Promise.resolve(),
      field,
      onFresh: (element: Element) => void fresh.push(element),
      send: async (value: string, revision: number) => {
        sent.push([value, revision])
        if (revision !== present.revision)
          throw new ApiError(409, { code: 'EDIT_CONFLICT', message: '', details: present })
      },
    }),
  }
}

it('saveField saves from the current revision in one call', async () => {
  const server = serverAt(began)
  await saveField(server.saving(name), 'Mien')
  expect(server.sent).toEqual([['Mien', 1]])
})

it('saveField reports no conflict when another field changed', async () => {
  const server = serverAt({ name: 'Avant', revision: 2, history: [entry('login', 5), entry(null, 0)] })
  await saveField(server.saving(name), 'Mien')
  await saveField(server.saving(secret), 'Mien')
  expect(server.sent).toEqual([
    ['Mien', 1],
    ['Mien', 2],
    ['Mien', 1],
    ['Mien', 2],
  ])
})

it('saveField reports a change of the same field, after it passed on the current element', async () => {
  const present = { name: 'Leur', revision: 2, history: [entry('name', 5, 'dominique'), entry(null, 0)] }
  const server = serverAt(present)
  const conflict = await saveField(server.saving(name), 'Mien').catch((error: unknown) => error)
  expect(conflict).toBeInstanceOf(FieldConflict)
  expect(conflict).toMatchObject({ by: 'dominique' })
  expect(server.fresh).toEqual([present])
  await (conflict as FieldConflict).keepMine('Mien')
  expect(server.sent.at(-1)).toEqual(['Mien', 2])
})

it('saveField reports a changed secret as a conflict, although its value is unknown', async () => {
  const server = serverAt({ name: 'Avant', revision: 2, history: [entry('password', 5), entry(null, 0)] })
  await expect(saveField(server.saving(secret), 'Mien')).rejects.toBeInstanceOf(FieldConflict)
})

it('saveField reports no conflict for an equal value or a reverted change', async () => {
  const same = serverAt({ name: 'Mien', revision: 2, history: [entry('name', 5), entry(null, 0)] })
  await saveField(same.saving(name), 'Mien')
  const back = serverAt({
    name: 'Avant',
    revision: 3,
    history: [entry('name', 6), entry('name', 5), entry(null, 0)],
  })
  await saveField(back.saving(name), 'Mien')
  expect([same.sent.at(-1), back.sent.at(-1)]).toEqual([
    ['Mien', 2],
    ['Mien', 3],
  ])
})

it('saveField passes on any other refusal, and stops retrying a field that keeps changing', async () => {
  const refused = new ApiError(422, { code: 'VALUE_REQUIRED', message: '' })
  const saving = { ...serverAt(began).saving(name), send: () => Promise.reject(refused) }
  await expect(saveField(saving, '')).rejects.toBe(refused)
  let revision = 1
  const restless = {
    ...serverAt(began).saving(name),
    send: () => {
      revision += 1
      const details = { ...began, revision }
      return Promise.reject(new ApiError(409, { code: 'EDIT_CONFLICT', message: '', details }))
    },
  }
  await expect(saveField(restless, 'Mien')).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })
  expect(revision).toBe(6)
})
