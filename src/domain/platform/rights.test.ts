import { expect, it } from 'vitest'
import { allRights, newGrant, noRights, withRight } from './rights.ts'

it('withRight adds read with any right, and removes all rights with read', () => {
  expect(withRight(noRights, 'export', true)).toEqual({ ...newGrant, export: true })
  expect(withRight(noRights, 'read', true)).toEqual(newGrant)
  expect(withRight(allRights, 'delete', false)).toEqual({ ...allRights, delete: false })
  expect(withRight(allRights, 'read', false)).toEqual(noRights)
  // A stored grant of a former version may lack read: it stays so until read is added.
  const blind = { ...noRights, create: true, update: true }
  expect(withRight(blind, 'create', false)).toEqual({ ...noRights, update: true })
  expect(withRight(blind, 'read', true)).toEqual({ ...blind, read: true })
})
