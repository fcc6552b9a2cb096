import { archivePassword, sampleLines, sealedArchive } from '../archive/archive-testing.ts'
import type { Sample } from './sample.ts'

export const samples: readonly Sample[] = [
  {
    format: 'trousseau',
    name: 'an archive with every part',
    entries: 3,
    bytes: await sealedArchive(...sampleLines()),
    reading: { password: archivePassword },
  },
]
