import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configTexts } from '#texts/platform/server.ts'
import { ConfigError, readConfig } from './config.ts'
import { prepareDataFolder, shareOf } from './data-folder.ts'

describe('a data folder on a network share', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trousseau-share-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const prepare = (type: number, env: Record<string, string> = {}, only?: string) =>
    prepareDataFolder(readConfig({ TROUSSEAU_DATA: folder, ...env }), (path) => ({
      type: only === undefined || path.endsWith(only) ? type : 0xef53,
    }))

  it.each([
    [0x6969, 'NFS'],
    [0x517b, 'SMB'],
    [0xff534d42, 'CIFS'],
    [0xfe534d42, 'SMB 2'],
    // The same as signed numbers of 32 bits.
    [0xff534d42 | 0, 'CIFS'],
    [0xfe534d42 | 0, 'SMB 2'],
  ])('of type %s is refused as %s', (type, share) => {
    expect(() => prepare(type)).toThrow(ConfigError)
    expect(() => prepare(type)).toThrow(configTexts.networkShare(folder, share))
  })

  it.each([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0])('of type %s is no share', (type) => {
    expect(() => prepare(type)).not.toThrow()
  })

  it('is refused as well when only the database file is there, by a link', () => {
    writeFileSync(join(folder, 'trousseau.db'), '')
    expect(() => prepare(0x6969, {}, 'trousseau.db')).toThrow(ConfigError)
  })

  it('is accepted where a setting insists, and with PostgreSQL', () => {
    expect(() => prepare(0x6969, { TROUSSEAU_DATA_ON_SHARE: 'on' })).not.toThrow()
    expect(() => prepare(0x6969, { DATABASE_URL: 'postgres://moi@localhost/base' })).not.toThrow()
  })

  it('is created before, and read by the system by default', () => {
    const inner = join(folder, 'un', 'deux')
    prepareDataFolder(readConfig({ TROUSSEAU_DATA: inner, TROUSSEAU_DATA_ON_SHARE: 'on' }))
    expect(existsSync(inner)).toBe(true)
    const { type } = statfsSync(inner)
    expect(shareOf(inner)).toBe(shareOf(inner, () => ({ type })))
    expect(shareOf(join(inner, 'absent'), () => ({ type: 0x6969 }))).toBeNull()
  })
})
