import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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
    prepareDataFolder(readConfig({ TROUSSEAU_DATA: folder, ...env }), {
      type: (path) => ({ type: only === undefined || path.endsWith(only) ? type : 0xef53 }),
    })

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
    expect(shareOf(inner)).toBe(shareOf(inner, { type: () => ({ type }) }))
    expect(shareOf(join(inner, 'absent'), { type: () => ({ type: 0x6969 }) })).toBeNull()
  })

  describe('by the list of mounts', () => {
    const root = '25 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw'
    const line = (at: string, type: string, source: string) =>
      `40 25 0:50 / ${at.replaceAll('\\', '\\134').replaceAll(' ', '\\040')} rw shared:2 master:1 - ${type} ${source} rw,user_id=0`
    const named = (...lines: string[]) =>
      shareOf(folder, { type: () => ({ type: 0xef53 }), mounts: () => `${lines.join('\n')}\n` })

    it.each([
      ['fuse.sshfs', 'moi@serveur:/données', 'FUSE, sshfs'],
      ['fuse.s3fs', 's3fs', 'FUSE, s3fs'],
      ['fuse.glusterfs', 'g1:/volume', 'FUSE, glusterfs'],
      ['fuse.inconnu', 'serveur:/volume', 'FUSE, inconnu'],
      ['fuse', 'mountpoint-s3', 'FUSE, mountpoint-s3'],
      ['9p', 'hôte', '9P'],
      ['virtiofs', 'partage', 'virtiofs'],
      ['nfs4', 'serveur:/export', 'NFS'],
      ['ceph', '10.0.0.1:6789:/', 'CephFS'],
    ])('a mount of type %s is recognised', (type, source, share) => {
      expect(named(root, line(folder, type, source))).toBe(share)
      expect(() =>
        prepareDataFolder(readConfig({ TROUSSEAU_DATA: folder }), { mounts: () => line('/', type, source) }),
      ).toThrow(configTexts.networkShare(folder, share))
      expect(() =>
        prepareDataFolder(readConfig({ TROUSSEAU_DATA: folder, TROUSSEAU_DATA_ON_SHARE: 'on' }), {
          mounts: () => line('/', type, source),
        }),
      ).not.toThrow()
    })

    it.each([
      ['ext4', '/dev/sdb1'],
      ['overlay', 'overlay'],
      ['tmpfs', 'tmpfs'],
      ['fuseblk', '/dev/sdc1'],
      ['fuse.gocryptfs', '/srv/chiffré'],
      ['fuse.mergerfs', 'disk1:disk2'],
      ['fuse.mergerfs', '/mnt/a:/mnt/b'],
      ['fuse', '/dev/fuse'],
    ])('a mount of type %s is none', (type, source) => {
      expect(named(root, line(folder, type, source))).toBeNull()
    })

    it('the nearest mount counts, the last of several at one place, and the place behind a link', () => {
      const share = (at: string) => line(at, 'fuse.sshfs', 'a:/b')
      expect(named(share('/'), root)).toBeNull()
      expect(named(root, share(`${folder}-autre`))).toBeNull()
      expect(named(root, share(folder), line(folder, 'ext4', '/dev/sdb1'))).toBeNull()
      expect(named(line(folder, 'ext4', '/dev/sdb1'), share('/'))).toBeNull()
      const real = join(folder, 'vrai dossier')
      mkdirSync(real)
      symlinkSync(real, join(folder, 'lien'))
      const mounts = () => [root, share(realpathSync(real))].join('\n')
      expect(shareOf(join(folder, 'lien'), { type: () => ({ type: 0xef53 }), mounts })).toBe('FUSE, sshfs')
      expect(named('', 'rien', '1 2 3')).toBeNull()
    })
  })
})
