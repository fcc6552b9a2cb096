import { expect } from 'vitest'
import type { Engine } from '#server/platform/database/engine.ts'
import { bodyOf } from '#server/vault/contents/content-testing.ts'
import { importsWorld } from './imports-testing.ts'

type Row = {
  number: number | null
  verdict: string
  choice: string
  name: string
  path: string[]
  password: boolean
  renewBefore: string | null
  reasons: string[]
}
export type Preview = {
  plan: string
  counts: Record<string, number>
  rows: Row[]
  folders: number
  columns: { label: string; target: string; examples: string[] }[] | null
}
export type Applied = { importId: number | null; success: string; counts: { items: number; updated: number } }

export const secret = 'Canari-Secret-9'
/** A file of Chrome: name, login and password of each entry. */
export const chrome = (...rows: readonly (readonly [string, string, string])[]): string =>
  [
    'name,url,username,password',
    ...rows.map(([name, login, password]) => `${name},https://${name}.fr,${login},${password}`),
  ].join('\n')
export const usual = chrome(['nuage', 'marie', secret], ['mairie', 'paul', 'deux'])

/** An importsWorld, and what its owner does with files of another manager. */
export function managerImports(engine: Engine) {
  const at = importsWorld(engine)

  const formOf = (file: string, fields: Record<string, string>, name = 'export.csv') =>
    at.formOf(file, name, fields)
  const preview = async (
    file: string,
    fields: Record<string, string> = {},
    cookie?: string,
    name?: string,
  ) => {
    const reply = await at.call('POST', '/api/import/preview', formOf(file, fields, name), cookie)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.text).not.toContain(secret)
    return bodyOf<Preview>(reply)
  }
  const apply = async (file: string, fields: Record<string, string> = {}) => {
    const { plan } = await preview(file, fields)
    const reply = await at.call('POST', '/api/import/apply', formOf(file, { ...fields, plan }))
    expect(reply.status, reply.text).toBe(200)
    return bodyOf<Applied>(reply)
  }
  const undo = (id: number | null, cookie?: string) => at.call('POST', `/api/import/${id}/undo`, {}, cookie)
  const named = async (name: string) => (await at.page()).items.find((item) => item.name === name)?.id ?? 0
  const passwordOf = async (name: string) =>
    (await at.call('GET', `/api/item/${await named(name)}/copy`)).body
  const change = async (name: string, elementType: string, elementValue: string) =>
    at.call('PATCH', `/api/item/${await named(name)}`, { elementType, elementValue })
  const revision = async () =>
    (
      await at.app.deps.db
        .selectFrom('chests')
        .select('revision')
        .where('id', '=', at.chest.id)
        .executeTakeFirstOrThrow()
    ).revision
  const verdicts = ({ rows }: Preview) => rows.map(({ name, verdict }) => `${name} ${verdict}`)

  return { at, formOf, preview, apply, undo, page: at.page, named, passwordOf, change, revision, verdicts }
}
