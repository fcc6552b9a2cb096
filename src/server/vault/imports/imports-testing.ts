import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Reply } from '#server/testing/app.ts'
import type { TestChest, TestUser, World } from '#server/testing/world.ts'
import type { TestApp } from '#server/testing/app.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'

export type ImportPage = {
  folders: { id: number; name: string }[]
  items: { id: number; name: string; login: string; folderId: number | null }[]
}
export type ImportPreview = {
  plan: string
  counts: Record<string, number>
  folders: number
  notes: string[]
  rows: { name: string; verdict: string }[]
}

/** The API of a user with one chest, which is empty before each test. */
export type ImportsWorld = Pick<ContentWorld, 'call'> & {
  readonly app: TestApp
  readonly world: World
  readonly owner: TestUser
  readonly chest: TestChest
  /** Takes another chest, which is empty. */
  emptyChest(): Promise<void>
  /** Returns the form of an import into the chest. */
  formOf(file: string | Uint8Array, fileName: string, fields?: Record<string, string>): FormData
  /** Imports a file of one of the three sources. */
  direct(
    source: string,
    form: FormData,
    cookie?: string,
  ): Promise<{ success: string; fails: [number, string][] }>
  /** Previews a file as another manager's. */
  preview(form: FormData): Promise<ImportPreview>
  /** Previews and applies a file as another manager's. @returns the counts above 0, the new folders among them */
  apply(file: string, fileName: string, options?: object): Promise<Record<string, number>>
  /** Returns the first hundred elements of the chest or of a folder. */
  readonly page: (folderId?: number) => Promise<ImportPage>
}

/** Returns the body of a successful import, with plain spaces. */
export function importedBy(reply: Reply): { success: string; fails: [number, string][] } {
  expect(reply.status, reply.text).toBe(200)
  const { success, fails } = bodyOf<{ success: string; fails: [number, string][] }>(reply)
  return { success: success.replaceAll(/[\u00a0\u202f]/g, ' '), fails }
}

/** Starts an application for the tests of a `describe`. */
export function importsWorld(engine: Engine): ImportsWorld {
  let at: ContentWorld
  let chest: TestChest
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  const emptyChest = async (): Promise<void> => {
    chest = await at.world.addChest('Reprise', at.owner)
  }
  beforeEach(emptyChest)
  afterAll(() => at.app.close())

  const world: ImportsWorld = {
    get app() {
      return at.app
    },
    get world() {
      return at.world
    },
    get owner() {
      return at.owner
    },
    get chest() {
      return chest
    },
    call: (...parts) => at.call(...parts),
    emptyChest,
    formOf: (file, fileName, fields = {}) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ chestId: String(chest.id), ...fields }))
        form.append(field, value)
      form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), fileName)
      return form
    },
    direct: async (source, form, cookie) =>
      importedBy(await at.call('POST', `/api/import/${source}`, form, cookie)),
    preview: async (form) => {
      const reply = await at.call('POST', '/api/import/preview', form)
      expect(reply.status, reply.text).toBe(200)
      return bodyOf<ImportPreview>(reply)
    },
    apply: async (file, fileName, options = {}) => {
      const fields = { options: JSON.stringify(options) }
      const { plan, counts, folders } = await world.preview(world.formOf(file, fileName, fields))
      const form = world.formOf(file, fileName, { ...fields, plan })
      const reply = await at.call('POST', '/api/import/apply', form)
      expect(reply.status, reply.text).toBe(200)
      return Object.fromEntries(Object.entries({ ...counts, folders }).filter(([, count]) => count > 0))
    },
    page: async (folderId) => {
      const place = folderId === undefined ? '' : `&folderId=${folderId}`
      return bodyOf<ImportPage>(
        await at.call('GET', `/api/explorer/data/?chestId=${chest.id}&limit=100${place}`),
      )
    },
  }
  return world
}
