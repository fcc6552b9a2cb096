import { expect, it } from 'vitest'
import { readAs } from './read-testing.ts'

const note = (name: string, more: object = {}) => ({ type: 'note', name, note_title: name, ...more })

it('Psono: what an export with its trash marks as deleted is in the trash, folders with all they hold', async () => {
  const { found } = await readAs(
    'psono-json',
    JSON.stringify({
      folders: [
        {
          name: 'Jeté',
          deleted: true,
          folders: [{ name: 'Dedans', items: [note('c')] }],
          items: [note('d')],
        },
      ],
      items: [note('a'), note('b', { deleted: true })],
    }),
  )
  expect(found.entries.map(({ title, state }) => [title, state])).toEqual([
    ['a', 'live'],
    ['b', 'binned'],
    ['d', 'binned'],
    ['c', 'binned'],
  ])
  expect(found.folders).toEqual([])
})
