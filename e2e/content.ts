import type { Page } from '@playwright/test'
import type { Chest, Person } from './installation-in-use.ts'

type NewItem = {
  name: string
  login?: string
  password?: string
  address?: string
  otp?: string
  categoryId?: number
  description?: string
  parentFolderId?: number
  fields?: readonly { label: string; kind: string; value: string }[]
}

/** A one-time secret of the usual length. */
export const otpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export const addFolder = async (
  person: Person,
  { id: chestId }: Chest,
  name: string,
  parentFolderId?: number,
): Promise<number> =>
  (await person.call('POST', '/api/folder/', { chestId, name, ...(parentFolderId && { parentFolderId }) })).id

/** Creates an item, with a password of its own unless another is given. */
export const addItem = async (person: Person, { id: chestId }: Chest, item: NewItem): Promise<number> =>
  (await person.call('POST', '/api/item/', { chestId, password: `Vq7!${item.name}#kPz2`, ...item })).id

/** Creates items named « Compte 001 » and so on, which sort in that order. */
export async function addItems(person: Person, chest: Chest, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1)
    ids.push(await addItem(person, chest, { name: `Compte ${String(number).padStart(3, '0')}` }))
  return ids
}

/** Makes the explorer ask for each part of its first screen by its own call, which a test can then hold or change. */
export const withoutArrival = (page: Page): Promise<unknown> =>
  page.route('**/api/explorer/arrival**', (route) => route.fulfill({ json: null }))

/** Returns the address of a place in the explorer. */
export const placeOf = (url: string, chest: Chest, rest: Record<string, string | number> = {}): string =>
  `${url}/routes/explorer?${new URLSearchParams({
    chestId: String(chest.id),
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  }).toString()}`
