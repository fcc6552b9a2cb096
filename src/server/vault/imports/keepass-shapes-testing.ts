import { entry, group, keePassFile } from './keepass-testing.ts'

/** Returns KeePass files of the shapes that make naive parsers slow. @param size in bytes */
export function slowKeePassFiles(size: number = 1_500_000): string[] {
  return [
    `<KeePassFile ${'a="1" '.repeat(size / 6)}`,
    `<KeePassFile a="${'&amp;'.repeat(size / 5)}"/>`,
    keePassFile(group('Racine', entry({ Title: '&lt;'.repeat(size / 4) }))),
    keePassFile(group('Racine', entry({ Title: ']]'.repeat(size / 2) }))),
    keePassFile(group('Racine', entry({ Title: ' '.repeat(size) }))),
    keePassFile(group('Racine', entry({ URL: ' '.repeat(size / 2) + 'x'.repeat(size / 2) }))),
    keePassFile(group('Racine', entry({ otp: `key=${' '.repeat(size)}` }))),
    keePassFile(group('Racine', entry({ otp: `otpauth://totp/?secret=${'%20'.repeat(size / 3)}` }))),
    keePassFile(group('Racine', entry({ 'TOTP Seed': 'A'.repeat(size), 'TOTP Settings': '0'.repeat(size) }))),
    keePassFile(group('Racine', `<Entry>${'<String><Key>k</Key></String>'.repeat(size / 29)}</Entry>`)),
    keePassFile(group('Racine', '<Group/>'.repeat(45_000))),
    `<!DOCTYPE ${' '.repeat(size)}>`,
    `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(size / 15)}`,
    `<?xml ${'encoding '.repeat(size / 9)}?>`,
    '<!--'.repeat(size / 4),
    `&${'a'.repeat(size)}`,
    `<KeePassFile>&${'a'.repeat(size)}`,
  ]
}
