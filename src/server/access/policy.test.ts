import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Access } from '#contract/platform/endpoint.ts'
import {
  allRights,
  newGrant,
  noRights,
  rightNames,
  unionOfGrants,
  type Rights,
} from '#domain/platform/rights.ts'
import { accessMatrix } from './matrix.ts'
import { judge, type Reach, type Situation } from './policy.ts'

const reader = { role: 'ROLE_INTERVENANT', type: 'STANDARD' } as const
const onChest = (right: (typeof rightNames)[number]): Access => ({ right, via: { chest: 'params.id' } })

describe('the access check', () => {
  it('allows public calls without a session', () => {
    expect(judge('public', { actor: null, by: null, rights: null })).toBeNull()
  })

  it('requires a session for all other calls', () => {
    for (const access of ['signed-in', { permission: 'createChests' }, onChest('read')] as Access[]) {
      expect(judge(access, { actor: null, by: 'chest', rights: allRights })).toBe('SESSION_EXPIRED')
    }
  })

  it('passes the role gate for roles with the permission [CHST-16] [CHOO-15] [SESS-28]', () => {
    const gate: Access = { permission: 'createChests' }
    const verdict = (role: 'ROLE_INTERVENANT' | 'ROLE_ADMINISTRATOR' | 'ROLE_SUPER_ADMINISTRATOR') =>
      judge(gate, { actor: { role, type: 'STANDARD' }, by: null, rights: null })
    expect(verdict('ROLE_INTERVENANT')).toBe('ROLE_REQUIRED')
    expect(verdict('ROLE_ADMINISTRATOR')).toBeNull()
    expect(verdict('ROLE_SUPER_ADMINISTRATOR')).toBeNull()
  })

  it('refuses what may not be read like what does not exist [RGHT-17]', () => {
    const absent = { chest: 'CHEST', folder: 'FOLDER', item: 'ITEM', trash: 'TRASH_ENTRY' } as const
    for (const [by, name] of Object.entries(absent) as ['chest', string][]) {
      for (const rights of [null, noRights, { ...allRights, read: false }]) {
        expect(judge(onChest('delete'), { actor: reader, by, rights })).toBe(`${name}_NOT_FOUND`)
      }
    }
  })

  it('requires the right of the action, and no other [RGHT-18] [RGHT-19] [RGHT-20]', () => {
    for (const needed of rightNames) {
      for (const held of rightNames) {
        const rights = { ...newGrant, [held]: true }
        const wanted = needed === 'read' || needed === held ? null : 'RIGHT_REQUIRED'
        expect(judge(onChest(needed), { actor: reader, by: 'chest', rights })).toBe(wanted)
      }
    }
  })

  const administrator = { role: 'ROLE_ADMINISTRATOR', type: 'STANDARD' } as const
  const reached = (access: Access, reach: Reach, actor: Situation['actor'] = administrator) =>
    judge(access, { actor, by: null, rights: null, reach })

  it('lets the back offices see what is partly in scope, and manage what is wholly in scope [TEAM-18]', () => {
    const sees: Access = { sees: 'team', by: 'params.id' }
    const manages: Access = { manages: 'team', by: 'params.id' }
    expect(reached(sees, 'none')).toBe('TEAM_NOT_FOUND')
    expect(reached(sees, 'seen')).toBeNull()
    expect(reached(manages, 'none')).toBe('TEAM_NOT_FOUND')
    expect(reached(manages, 'seen')).toBe('SCOPE_EXCEEDED')
    expect(reached(manages, 'self')).toBe('SCOPE_EXCEEDED')
    expect(reached(manages, 'managed')).toBeNull()
    for (const access of [sees, manages]) expect(reached(access, 'managed', reader)).toBe('ROLE_REQUIRED')
  })

  it('allows calls on the own account that state so, and on others only with a back office', () => {
    const own: Access = { manages: 'user', by: 'params.id', orSelf: true }
    expect(reached(own, 'self', reader)).toBeNull()
    expect(reached(own, 'managed', reader)).toBe('ROLE_REQUIRED')
    expect(reached(own, 'none', reader)).toBe('ROLE_REQUIRED')
  })

  it('checks the role before the right, when an endpoint states both [ADMN-06]', () => {
    const both: Access = {
      permission: 'openAdministration',
      right: 'create',
      via: { chest: 'body.chestDestination' },
    }
    expect(judge(both, { actor: reader, by: 'chest', rights: allRights })).toBe('ROLE_REQUIRED')
    expect(judge(both, { actor: administrator, by: 'chest', rights: newGrant })).toBe('RIGHT_REQUIRED')
    expect(judge(both, { actor: administrator, by: 'chest', rights: allRights })).toBeNull()
  })

  it('lets the back offices see a chest in scope that they may not read, where the endpoint states so', () => {
    const either: Access = { right: 'read', via: { chest: 'params.id' }, orSees: true }
    const verdict = (actor: Situation['actor'], reach: Reach) =>
      judge(either, { actor, by: 'chest', rights: null, reach })
    expect(verdict(administrator, 'seen')).toBeNull()
    expect(verdict(administrator, 'none')).toBe('CHEST_NOT_FOUND')
    expect(verdict(reader, 'seen')).toBe('CHEST_NOT_FOUND')
  })

  it('makes the same decisions as the reviewed matrix', async () => {
    // A wider access shows as a changed line in review; `vitest -u` writes the file again.
    await expect(accessMatrix(api)).toMatchFileSnapshot('matrix.golden.txt')
  })
})

describe('the union of grants', () => {
  const grant = (...rights: (keyof Rights)[]): Rights => ({
    ...noRights,
    ...Object.fromEntries(rights.map((right) => [right, true])),
  })

  it('has every right that one of them gives [RGHT-09]', () => {
    expect(unionOfGrants([grant('read'), grant('read', 'update'), grant('delete')])).toEqual(
      grant('read', 'update', 'delete'),
    )
    expect(unionOfGrants([])).toEqual(noRights)
  })

  it('is empty without read, which every other right needs', () => {
    expect(unionOfGrants([grant('create', 'update', 'delete', 'export')])).toEqual(noRights)
  })
})
