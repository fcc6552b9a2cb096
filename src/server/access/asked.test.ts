import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { askedObjects, idAmong } from './asked.ts'

const nothing = { params: undefined, query: undefined, body: undefined }

it.each([
  ['an id of the judge', api.chests.update, { params: { id: 12 } }, ['chest:12']],
  [
    'other ids of the route',
    api.chestRights.readOfUser,
    { params: { id: 12, userId: 5 } },
    ['chest:12', 'userId:5'],
  ],
  ['an id of the body', api.items.create, { body: { chestId: 7 } }, ['chest:7']],
  ['texts that nothing validated yet', api.chests.restore, { params: { id: '12' } }, ['id:12']],
  ['no id', api.chests.restore, { params: { id: '12 or 1=1' } }, []],
  ['no number of this size', api.chests.restore, { params: { id: '99999999999999999999' } }, []],
  ['a call without ids', api.banks.create, { body: { label: 'Banque' } }, []],
  ['a body that is none', api.items.create, { body: null }, []],
] as const)('names the objects of a request: %s', (_what, endpoint, parts, expected) => {
  expect(askedObjects(endpoint, { ...nothing, ...parts })).toEqual(expected)
})

it('idAmong finds the id of a kind', () => {
  expect(idAmong(['user:3', 'chest:12'], 'chest')).toBe(12)
  expect(idAmong(['chests:12'], 'chest')).toBe(null)
})
