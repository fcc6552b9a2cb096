import type { DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's own documentation and exporter, without a look at the reader; all data is made up. */

const nextcloudId = (tail: string): string => `6c1e0f52-7a44-4b0e-8d59-0000000000${tail}`
const nextcloudRoot = '00000000-0000-0000-0000-000000000000'
/** The backup of Nextcloud Passwords in JSON, which its exporter proposes first. */
const nextcloud = JSON.stringify({
  version: 1,
  passwords: [
    {
      id: nextcloudId('01'),
      revision: nextcloudId('11'),
      label: 'Bibliothèque',
      username: 'biblio',
      password: 'Livres"Anciens"\\1',
      notes: 'Catalogue partagé',
      url: 'https://biblio.exemple.fr',
      folder: nextcloudId('f2'),
      edited: 1_760_000_000,
      favourite: true,
      tags: [nextcloudId('a1')],
    },
    {
      id: nextcloudId('02'),
      revision: nextcloudId('12'),
      label: 'Ludothèque',
      username: 'ludo',
      password: 'Jeux-De-Société',
      notes: '',
      url: '',
      folder: nextcloudRoot,
      edited: 1_760_000_000,
      favourite: false,
      tags: [],
    },
  ],
  folders: [
    {
      id: nextcloudId('f1'),
      revision: nextcloudId('21'),
      label: 'Culture',
      parent: nextcloudRoot,
      edited: 1_760_000_000,
      favourite: false,
    },
    {
      id: nextcloudId('f2'),
      revision: nextcloudId('22'),
      label: 'Lecture',
      parent: nextcloudId('f1'),
      edited: 1_760_000_000,
      favourite: false,
    },
  ],
  tags: [
    {
      id: nextcloudId('a1'),
      revision: nextcloudId('31'),
      label: 'public',
      color: '#ff0000',
      edited: 1_760_000_000,
      favourite: false,
    },
  ],
})

export const samples: readonly DocumentedSample[] = [
  {
    name: 'Nextcloud Passwords, its backup in JSON',
    format: 'nextcloud-passwords-json',
    bytes: Buffer.from(nextcloud),
    entries: 2,
    expected: [
      {
        name: 'Bibliothèque',
        path: ['Culture', 'Lecture'],
        login: 'biblio',
        password: 'Livres"Anciens"\\1',
        address: 'https://biblio.exemple.fr',
        notes: ['Catalogue partagé'],
        visible: ['public'],
        isFavourite: true,
      },
      { name: 'Ludothèque', path: [], login: 'ludo', password: 'Jeux-De-Société' },
    ],
  },
]
