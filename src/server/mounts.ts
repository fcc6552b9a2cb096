import { readFileSync, realpathSync } from 'node:fs'

/** A mounted file system, as proc_pid_mountinfo(5) lists it. */
type Mount = { readonly at: string; readonly type: string; readonly source: string }

/** File systems of a network, or of the host of a virtual machine, by the type under which they are mounted. */
const shareTypes: ReadonlyMap<string, string> = new Map([
  ['nfs', 'NFS'],
  ['nfs4', 'NFS'],
  ['cifs', 'CIFS'],
  ['smb3', 'SMB 3'],
  ['smbfs', 'SMB'],
  ['9p', '9P'],
  ['virtiofs', 'virtiofs'],
  ['vboxsf', 'vboxsf'],
  ['ceph', 'CephFS'],
  ['glusterfs', 'GlusterFS'],
  ['lustre', 'Lustre'],
  ['beegfs', 'BeeGFS'],
  ['afs', 'AFS'],
  ['davfs', 'WebDAV'],
])

/** Programs of FUSE that store on another machine: what follows `fuse.` in the type. */
const fusePrograms: ReadonlySet<string> = new Set(
  [
    ['sshfs', 's3fs', 'glusterfs', 'rclone', 'curlftpfs', 'davfs', 'davfs2', 'goofys', 'gcsfuse', 'geesefs'],
    [
      'blobfuse',
      'blobfuse2',
      'mount-s3',
      'mountpoint-s3',
      'juicefs',
      'ceph-fuse',
      'ceph',
      'seaweedfs',
      'weed',
    ],
    ['mfs', 'moosefs', 'lizardfs', 'cvmfs2', 'smbnetfs', 'gvfsd-fuse', 'nfs', 'hdfs', 'fuse_dfs', 'dfuse'],
    [
      'vmhgfs-fuse',
      'prl_fsd',
      'grpcfuse',
      'osxfs',
      'dropbox',
      'google-drive-ocamlfuse',
      'onedriver',
      'kio-fuse',
    ],
  ].flat(),
)

/**
 * A source that names another machine: `host:/path`, `user@host:path`, `//host/share`, `s3://…`, `mountpoint-s3`. A list of
 * local folders such as mergerfs's `disk1:disk2` does not.
 */
const remoteSource = /^(?:[^/\s]+:\/|[^/\s:]+@[^/\s]+:|\/\/|[a-z][a-z0-9+.-]*:\/\/|mountpoint-s3$)/i

/** Returns the name of the share that a mount is; null for a local one, or one that its type does not tell. */
function shareNameOf({ type, source }: Mount): string | null {
  const known = shareTypes.get(type)
  if (known !== undefined) return known
  // `fuseblk` has a block device of this machine.
  if (type !== 'fuse' && !type.startsWith('fuse.')) return null
  const program = type.slice('fuse.'.length)
  return fusePrograms.has(program) || remoteSource.test(source) ? `FUSE, ${program || source}` : null
}

/** Octal escapes of blanks and backslashes. */
const plain = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))

function mountOf(line: string): Mount | null {
  const parts = line.split(' ')
  const separator = parts.indexOf('-', 6)
  const [at, type, source] = [parts[4], parts[separator + 1], parts[separator + 2]]
  if (separator === -1 || at === undefined || type === undefined) return null
  return { at: plain(at), type, source: plain(source ?? '') }
}

const isWithin = (path: string, at: string): boolean =>
  path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`)

/** What a system without that file says: nothing. */
function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}

/**
 * Returns the share that an existing path is on, by the mount that is nearest above it; the last one listed of several at
 * one place covers the others. Null where there is none, or the system does not tell.
 */
export function mountedShareOf(path: string, read: () => string = readMounts): string | null {
  const real = realpathSync(path)
  let nearest: Mount | null = null
  for (const line of read().split('\n')) {
    const mount = mountOf(line)
    if (mount && isWithin(real, mount.at) && mount.at.length >= (nearest?.at.length ?? 0)) nearest = mount
  }
  return nearest && shareNameOf(nearest)
}
