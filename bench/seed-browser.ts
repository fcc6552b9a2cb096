import { neverLocked } from '#server/access/locate.ts'
import { insertChest } from '../src/server/vault/chests/chest-rows.ts'
import { beginSeeding, closeSeeded, type Installation } from './installation.ts'
import { addContent, addFilledFolder, type FilledFolder } from './seed-content.ts'
import { addAccount, addSession } from './seed.ts'

/** A chest of ten thousand items, with enough folders of each size that none is opened twice. */
const sizes = { items: 10_000, foldersOfEach: 45, large: 100, small: 25 } as const

export type BrowserSeed = {
  readonly chestId: number
  /** Folders of a hundred items; {@link small} ones have twenty-five. */
  readonly large: readonly FilledFolder[]
  readonly small: readonly FilledFolder[]
  /** An empty folder, the destination of moves. */
  readonly target: FilledFolder
  /** The value of the Cookie header. */
  readonly cookie: string
}

/** Fills an empty installation with the chest that the browser opens. */
export async function seedBrowser(installation: Installation): Promise<BrowserSeed> {
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const { id: userId } = await addAccount(database, keys, 'camille.martin')
  const seeded = await database.db.transaction().execute(async (tx) => {
    const texts = { name: 'Dix mille', description: 'Les accès de la ville.' }
    const chest = await insertChest(tx, chestKeys, {
      ...texts,
      createdBy: userId,
      at: Date.now(),
      bankId: null,
    })
    const key = await chestKeys.open(tx, { id: chest.id, ...neverLocked, keyVersion: 1 })
    const place = { chestId: chest.id, key, userId }
    let from = 0
    const folder = async (name: string, items: number): Promise<FilledFolder> => {
      const made = await addFilledFolder(tx, place, { name, items, from })
      from += items
      return made
    }
    const target = await folder('Arrivées', 0)
    const large: FilledFolder[] = []
    const small: FilledFolder[] = []
    for (let number = 10; number < 10 + sizes.foldersOfEach; number += 1) {
      large.push(await folder(`Cent ${number}`, sizes.large))
      small.push(await folder(`Vingt-cinq ${number}`, sizes.small))
    }
    await addContent(tx, place, { items: sizes.items - from })
    return { chestId: chest.id, large, small, target }
  })
  const cookie = await addSession(database, userId)
  await closeSeeded(database, installation.engine)
  return { ...seeded, cookie }
}
