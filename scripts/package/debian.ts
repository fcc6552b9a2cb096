/** Builds a Debian package. It needs npm, and dpkg-deb of Debian's package dpkg. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { releases } from '#texts/platform/changelog.ts'
import { manifest, root, sizeOf, writeInstallation } from './files.ts'

/** Debian's architectures, and what npm calls their processors. */
export const architectures: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' }

export type PackageOptions = {
  readonly architecture: string
  /** The version of package.json, unless a test needs a later one. */
  readonly version?: string
  readonly folder?: string
  /** Of dpkg-deb: gzip is faster than xz, and larger. */
  readonly compression?: 'xz' | 'gzip'
}

/** @returns the file of the package, and the room that it takes once installed */
export function buildPackage({
  architecture,
  version = manifest.version,
  folder = join(root, 'build'),
  compression = 'xz',
}: PackageOptions): { file: string; kibibytes: number } {
  const cpu = architectures[architecture]
  if (cpu === undefined) throw new Error(`${architecture} is no architecture`)
  const tree = mkdtempSync(join(tmpdir(), 'trousseau-package-'))
  try {
    // mkdtemp gives 0700, and the root of the package is the root of the machine.
    chmodSync(tree, 0o755)
    writeInstallation(join(tree, 'usr/lib/trousseau'), cpu, version)
    writeSystemFiles(tree)
    writeDocuments(tree, version)
    setModes(tree)
    const kibibytes = sizeOf(tree)
    writeControl(tree, { architecture, version, kibibytes })
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `trousseau_${version}_${architecture}.deb`)
    execFileSync(
      'dpkg-deb',
      [
        '--root-owner-group',
        `-Z${compression}`,
        ...(compression === 'gzip' ? ['-z1'] : []),
        '--build',
        tree,
        file,
      ],
      // The same sources give the same bytes.
      { env: { ...process.env, SOURCE_DATE_EPOCH: git('%ct') }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    return { file, kibibytes }
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const git = (format: string): string =>
  execFileSync('git', ['log', '-1', `--format=${format}`], { cwd: root, encoding: 'utf8' }).trim()

const maintainer = (): string =>
  `${process.env['DEBFULLNAME'] ?? git('%an')} <${process.env['DEBEMAIL'] ?? git('%ae')}>`

function put(tree: string, from: string, to: string): void {
  mkdirSync(dirname(join(tree, to)), { recursive: true })
  cpSync(join(root, from), join(tree, to))
}

function putText(tree: string, to: string, text: string): void {
  mkdirSync(dirname(join(tree, to)), { recursive: true })
  // Without a name and a time in it: the same text gives the same bytes.
  writeFileSync(join(tree, to), to.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text)
}

function writeSystemFiles(tree: string): void {
  put(tree, 'deploy/trousseau.service', 'usr/lib/systemd/system/trousseau.service')
  put(tree, 'deploy/debian/trousseau', 'usr/bin/trousseau')
  put(tree, 'deploy/debian/settings', 'etc/trousseau/settings')
  put(tree, 'deploy/debian/lintian-overrides', 'usr/share/lintian/overrides/trousseau')
}

function writeDocuments(tree: string, version: string): void {
  const folder = 'usr/share/doc/trousseau'
  const french = readdirSync(join(root, 'docs/fr')).map((page) => `fr/${page}`)
  for (const page of ['operations.md', 'settings.md', 'security.md', ...french])
    putText(tree, `${folder}/${page}.gz`, readFileSync(join(root, 'docs', page), 'utf8'))
  for (const sample of ['nginx.conf', 'haproxy.cfg', 'Caddyfile'])
    put(tree, `deploy/${sample}`, `${folder}/examples/${sample}`)
  putText(
    tree,
    'usr/share/man/man8/trousseau.8.gz',
    readFileSync(join(root, 'deploy/debian/trousseau.8'), 'utf8'),
  )
  putText(tree, `${folder}/copyright`, copyright())
  putText(tree, `${folder}/changelog.gz`, changelogOf(version))
}

/** Debian asks for the whole licence in this file. */
function copyright(): string {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trimEnd().split('\n')
  return readFileSync(join(root, 'deploy/debian/copyright'), 'utf8').replace(
    '@licence@',
    licence.map((line) => (line.trim() === '' ? ' .' : ` ${line}`)).join('\n'),
  )
}

/** Debian's own format; the notes of releases are in the language of those who run Trousseau. */
function changelogOf(version: string): string {
  const date = new Date(Number(git('%ct')) * 1_000).toUTCString().replace('GMT', '+0000')
  const features = releases.find((release) => release.version === version)?.features ?? []
  const lines = features.length > 0 ? features.map(({ title }) => `  * ${title}`) : [`  * Version ${version}`]
  return `trousseau (${version}) stable; urgency=medium\n\n${lines.join('\n')}\n\n -- ${maintainer()}  ${date}\n`
}

/** Whether the kernel can run a file: an ELF file, or a script that names its interpreter. */
const isProgram = (path: string): boolean =>
  /^(?:\x7fELF|#!)/.test(readFileSync(path).toString('latin1', 0, 4))

/** The repository's files have the permissions of whoever cloned it. */
function setModes(tree: string): void {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, isProgram(path) ? 0o755 : 0o644)
  }
  chmodSync(join(tree, 'etc/trousseau/settings'), 0o640)
}

type Control = { readonly architecture: string; readonly version: string; readonly kibibytes: number }

function writeControl(tree: string, { architecture, version, kibibytes }: Control): void {
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((file) => lstatSync(join(tree, file)).isFile())
    .toSorted()
  const sums = files
    .filter((file) => !file.startsWith('etc/'))
    .map(
      (file) =>
        `${createHash('md5')
          .update(readFileSync(join(tree, file)))
          .digest('hex')}  ${file}\n`,
    )
  const control = join(tree, 'DEBIAN')
  mkdirSync(control)
  chmodSync(control, 0o755)
  writeFileSync(join(control, 'md5sums'), sums.join(''))
  writeFileSync(join(control, 'conffiles'), '/etc/trousseau/settings\n')
  writeFileSync(
    join(control, 'control'),
    readFileSync(join(root, 'deploy/debian/control'), 'utf8')
      .replace('@version@', version)
      .replace('@architecture@', architecture)
      .replace('@size@', String(kibibytes))
      .replace('@maintainer@', maintainer()),
  )
  for (const script of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(root, 'deploy/debian', script), join(control, script))
    chmodSync(join(control, script), 0o755)
  }
  for (const text of ['md5sums', 'conffiles', 'control']) chmodSync(join(control, text), 0o644)
}
