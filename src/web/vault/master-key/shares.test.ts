import * as maths from 'shamir-secret-sharing'
import { expect, test } from 'vitest'
import { joinShares, makeShares, misfitOf, readShare, type Share } from './shares.ts'

const masterKey = 'trois girafes lisent un journal à Sète ☂'
const make = (key = masterKey, needed = 3, count = 5) =>
  makeShares(maths, { chestId: 12, masterKey: key, needed, count })

async function read(text: string): Promise<Share> {
  const share = await readShare(text)
  if (typeof share === 'string') throw new Error(share)
  return share
}
const join = async (texts: readonly string[]) => joinShares(maths, await Promise.all(texts.map(read)))

test('any three of five shares recover the master key, in any order', async () => {
  const [a = '', b = '', c = '', d = '', e = ''] = await make()
  for (const three of [
    [a, b, c],
    [e, c, a],
    [d, b, e],
  ])
    expect(await join(three)).toBe(masterKey)
})

test('two of five shares recover no key, and the length of a share does not reveal that of the key', async () => {
  const [a = '', b = ''] = await make()
  expect(await join([a, b])).not.toBe(masterKey)
  const lengths = await Promise.all(
    ['quinze caractère', masterKey].map(async (key) => (await make(key))[0]?.length),
  )
  expect(lengths[0]).toBe(lengths[1])
})

test('a share is read with other spaces and with look-alike characters', async () => {
  const [a = ''] = await make()
  const [start, id, needed, set, body = '', check] = a.split('-')
  const copied = [
    start,
    id,
    needed,
    set,
    body.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8'),
    check,
  ]
  expect(
    await readShare(
      ` ${copied
        .join('-')
        .toLowerCase()
        .replaceAll(/(.{5})/g, '$1 ')}\n`,
    ),
  ).toEqual(await read(a))
})

test('a miscopied character is reported for its share', async () => {
  const [a = ''] = await make()
  const place = a.length - 20
  const wrong = a.slice(0, place) + (a[place] === 'A' ? 'C' : 'A') + a.slice(place + 1)
  expect(await readShare(wrong)).toBe('CHECK')
  expect(await readShare(a.slice(0, -12))).toBe('FORMAT')
  expect(await readShare('trois girafes')).toBe('FORMAT')
})

test('a share of another chest, of another set, or entered twice is refused', async () => {
  const [a, b] = await Promise.all((await make()).slice(0, 2).map(read))
  const other = await read((await make())[0] ?? '')
  if (!a || !b) throw new Error('no shares')
  expect(misfitOf(a, 13, [])).toBe('OTHER_CHEST')
  expect(misfitOf(other, 12, [a])).toBe('OTHER_SET')
  expect(misfitOf(a, 12, [b, a])).toBe('TWICE')
  expect(misfitOf(a, 12, [b])).toBeNull()
})
