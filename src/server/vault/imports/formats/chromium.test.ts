import { expect, it } from 'vitest'
import { readFile } from './formats.ts'
import { samples } from './samples/chromium.ts'

it('keeps values byte for byte, and an application as a field', async () => {
  const read = await readFile(samples[0]?.bytes ?? new Uint8Array())
  if ('ok' in read) throw new Error(read.code)
  const { entries } = read.found
  expect(entries.map(({ title, login, password }) => [title, login, password])).toEqual([
    ['intranet.exemple.fr', 'marie.durand', 'Été, "42"'],
    ['exemple.fr', 'marie', '=1+1'],
    ['sans nom', '', ' deux blancs  '],
  ])
  expect(entries[1]).toMatchObject({
    addresses: [],
    fields: [{ label: 'Application', kind: 'text', value: 'android://aBc==@fr.exemple.application/' }],
  })
  expect(entries[2]?.notes).toBe('une note\r\nsur deux lignes')
})

it('reads rows that are shorter than the header', async () => {
  const read = await readFile(
    Buffer.from('name,url,username,password,\na,https://a.fr,b,c\nd,https://d.fr,e,f\n'),
  )
  if ('ok' in read) throw new Error(read.code)
  expect(read.found.entries.map(({ password }) => password)).toEqual(['c', 'f'])
})
