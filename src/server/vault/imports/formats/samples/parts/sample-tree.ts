import type { KdbxEntry, KdbxFile, KdbxGroup, KdbxTree } from '../../kdbx/kdbx-tree.ts'

/** Returns a file of a database, given in one piece. */
export const fileOf = (name: string, bytes: Uint8Array): KdbxFile => ({
  name,
  size: bytes.length,
  async *read() {
    yield bytes
  },
})

/** A database with every part, for tests and for `scripts/kdbx-proof.ts`. Its data is made up. */
export function sampleTree(): KdbxTree {
  const now = Date.UTC(2026, 10, 25, 12)
  const day = 86_400_000
  let made = 0
  const uuid = (): Buffer => {
    made += 1
    return Buffer.alloc(16, made)
  }
  const entry = (title: string, more: Partial<KdbxEntry> = {}): KdbxEntry => ({
    uuid: uuid(),
    title,
    login: '',
    password: '',
    url: '',
    furtherUrls: [],
    notes: '',
    fields: [],
    otp: null,
    files: [],
    tags: [],
    expires: null,
    created: now - 30 * day,
    modified: now - day,
    former: [],
    ...more,
  })
  const group = (
    name: string,
    entries: readonly KdbxEntry[],
    groups: readonly KdbxGroup[] = [],
    notes = '',
  ): KdbxGroup => ({ uuid: uuid(), name, notes, entries, groups })

  const full = entry('Accès « œuvre » <&> "1"', {
    login: 'élodie@exemple.fr',
    password: ' Été<1>&"\' 🔑 ',
    url: 'https://exemple.fr/?a=1&b=2',
    furtherUrls: ['https://b.exemple.fr/', 'https://c.exemple.fr/'],
    notes: 'Une\nDeux\n\n\tTrois ',
    fields: [
      { label: 'Code PIN', value: '4821', isProtected: true },
      { label: 'Bureau', value: 'B 12', isProtected: false },
      { label: 'Bureau', value: 'B 13', isProtected: false },
      { label: 'Title', value: 'un champ du même nom', isProtected: false },
      { label: 'Clé privée', value: 'ligne 1\nligne 2\n', isProtected: true },
    ],
    otp: 'JBSWY3DPEHPK3PXP',
    files: [
      fileOf('été.txt', Buffer.from('été et hiver\n')),
      fileOf('octets.bin', Buffer.from(Array.from({ length: 70_000 }, (_, at) => at * at))),
    ],
    tags: ['siège', 'vpn'],
    expires: now + 200 * day,
    former: [
      { value: 'deuxième', until: now - 2 * day },
      { value: 'premier', until: now - 20 * day },
    ],
  })
  const codes = entry('OTP de 8 chiffres', {
    otp: 'otpauth://totp/VPN:elodie?secret=JBSWY3DPEHPK3PXP&issuer=VPN&algorithm=SHA256&digits=8&period=60',
  })
  const plain = entry('Routeur', { login: 'root', password: '  deux blancs devant', url: 'ssh://10.0.0.1' })
  const deep = group('Salle', [plain], [group('Vide', [])], 'Au sous-sol')
  return { name: 'Trousseau', now, root: group('Coffre', [full], [group('Réseau', [codes], [deep])]) }
}
