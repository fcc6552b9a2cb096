import { Secret } from '#server/platform/crypto/secret.ts'
import { cheap } from '../kdbx/kdbx-testing.ts'
import { sealArchive } from './container.ts'
import { lineOf, type ArchiveFolder, type ArchiveItem } from './records.ts'

export const archivePassword = new Secret('Archive-Essai-2026')

/** Seals a content, with a cheap key. */
export async function sealedArchive(...content: readonly Uint8Array[]): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of sealArchive(content, archivePassword, cheap)) parts.push(part)
  return Buffer.concat(parts)
}

const at = Date.UTC(2025, 4, 1)

/** Returns an item of an archive. */
export const archiveItem = (more: Partial<ArchiveItem> = {}): ArchiveItem => ({
  type: 'item',
  id: 'kU1Zx5bYp3mQe8wT0aVh2A',
  folder: null,
  name: 'GLPI',
  description: '',
  login: 'marie',
  address: '',
  password: 'premier',
  since: at,
  otp: null,
  category: 'website',
  renewBefore: null,
  fields: [],
  old: [],
  files: [],
  created: at,
  modified: at,
  ...more,
})

/** Returns a folder of an archive. */
export const archiveFolder = (more: Partial<ArchiveFolder> = {}): ArchiveFolder => ({
  type: 'folder',
  id: 'fU1Zx5bYp3mQe8wT0aVh2A',
  name: 'Réseau',
  description: '',
  parent: null,
  renewDays: null,
  old: [],
  ...more,
})

/** Returns the records of an archive, each a line. */
export const archiveLinesOf = (
  folders: readonly ArchiveFolder[],
  items: readonly ArchiveItem[],
): Buffer[] => [
  lineOf({ type: 'archive', kind: 'chest', name: 'Production', written: at }),
  ...folders.map(lineOf),
  ...items.flatMap((item) => [lineOf(item), ...item.files.map(({ size }) => Buffer.alloc(size, 0x0a))]),
  lineOf({ type: 'end', folders: folders.length, items: items.length }),
]

/** An archive with every part. */
export const sampleLines = (): Buffer[] =>
  archiveLinesOf(
    [archiveFolder(), archiveFolder({ id: 'gU1Zx5bYp3mQe8wT0aVh2A', name: 'VPN', parent: 0 })],
    [
      archiveItem({ folder: 1, otp: 'otpauth://totp/GLPI:marie?secret=JBSWY3DPEHPK3PXP&issuer=GLPI' }),
      archiveItem({
        id: 'lU1Zx5bYp3mQe8wT0aVh2A',
        name: 'Serveur',
        category: 'server',
        fields: [{ label: 'Code', kind: 'concealed', value: '0042' }],
        old: [
          { field: 'password', value: 'ancien', until: at },
          { field: 0, label: 'Code', kind: 'text', value: '0041', place: 0, until: at },
        ],
      }),
      archiveItem({
        id: 'mU1Zx5bYp3mQe8wT0aVh2A',
        name: 'Clé',
        description: 'x'.repeat(9000),
        files: [
          { name: 'clé.pem', size: 300 },
          { name: 'vide.txt', size: 0 },
        ],
      }),
    ],
  )
