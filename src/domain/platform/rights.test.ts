import { expect, it } from 'vitest'
import { allRights, newGrant, noRights, withRight } from './rights.ts'

it('a right that is given brings read, and read that is taken takes all', () => {
  expect(withRight(noRights, 'export', true)).toEqual({ ...newGrant, export: true })
  expect(withRight(noRights, 'read', true)).toEqual(newGrant)
  expect(withRight(allRights, 'delete', false)).toEqual({ ...allRights, delete: false })
  expect(withRight(allRights, 'read', false)).toEqual(noRights)
  // A grant without read, as former versions kept it, stays so until read is given.
  const blind = { ...noRights, create: true, update: true }
  expect(withRight(blind, 'create', false)).toEqual({ ...noRights, update: true })
  expect(withRight(blind, 'read', true)).toEqual({ ...blind, read: true })
})
