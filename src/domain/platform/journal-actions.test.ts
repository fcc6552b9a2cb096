import { expect, it } from 'vitest'
import { journalActions, type JournalAction, type JournalEventOf } from './journal-actions.ts'

it('an event with a missing or wrong field of its action does not compile', () => {
  const events: JournalEventOf<JournalAction>[] = [
    { action: 'item.created', chest: 1, objects: { item: 2, folder: null } },
    { action: 'second-factor.enrolled' },
    { action: 'session.ended', objects: { session: 'a' } },
    // @ts-expect-error -- no such action
    { action: 'item.made', chest: 1, objects: { item: 2, folder: null } },
    // @ts-expect-error -- no chest
    { action: 'item.created', objects: { item: 2, folder: null } },
    // @ts-expect-error -- no folder
    { action: 'item.created', chest: 1, objects: { item: 2 } },
    // @ts-expect-error -- a field of the wrong kind
    { action: 'item.created', chest: 1, objects: { item: '2', folder: null } },
    // @ts-expect-error -- a field that the action does not record
    { action: 'item.copied', chest: 1, objects: { item: 2, name: 'GLPI' } },
    // @ts-expect-error -- a chest where none is recorded
    { action: 'bank.created', chest: 1, objects: { bank: 1 } },
    // @ts-expect-error -- always refused
    { action: 'sign-in.failed', objects: { step: 'proof' } },
  ]
  expect(events.filter(({ action }) => action in journalActions)).toHaveLength(9)
})
