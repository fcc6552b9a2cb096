import { readFileSync } from 'node:fs'
import { sampleTree } from './parts/sample-tree.ts'
import { cheap, essai, fixture, written } from '../kdbx/kdbx-testing.ts'
import { textSample, type Sample } from './sample.ts'

const kdbx = (name: string, entries: number, bytes: Uint8Array): Sample => ({
  format: 'kdbx',
  name,
  bytes,
  entries,
  reading: { password: essai },
})

const string = (key: string, value: string, attributes = ''): string =>
  `<String><Key>${key}</Key><Value${attributes}>${value}</Value></String>`
const hidden = ' ProtectInMemory="True"'

export const samples: readonly Sample[] = [
  kdbx('KDBX 4.1 as Trousseau exports it', 3, await written(sampleTree(), { cost: cheap })),
  kdbx('KDBX 4 of KeePassXC', 3, fixture('keepassxc-4.kdbx')),
  kdbx('KDBX 4 with AES-KDF', 3, fixture('pykeepass-aes-kdf.kdbx')),
  kdbx('KDBX 3.1', 3, fixture('pykeepass-3.1.kdbx')),
  {
    format: 'keepass-xml',
    name: 'an export of an organisation',
    entries: 14,
    bytes: readFileSync(new URL('../../fixtures/keepass2-organisation.xml', import.meta.url)),
  },
  textSample(
    'keepass-xml',
    'KeePass 2 with every part',
    3,
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<KeePassFile>
<Meta>
  <Generator>KeePass</Generator>
  <RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>8PDw8PDw8PDw8PDw8PDw8A==</RecycleBinUUID>
  <Binaries>
    <Binary ID="0">w6l0w6kgZXQgaGl2ZXIK</Binary>
    <Binary ID="1" Compressed="True">H4sIAAAAAAAC/zu8suTwSoXk/NyCotTi4sMruQAB9VRVEQAAAA==</Binary>
  </Binaries>
</Meta>
<Root><Group>
  <UUID>AQEBAQEBAQEBAQEBAQEBAQ==</UUID><Name>Racine</Name><Notes></Notes>
  <Entry>
    <UUID>EQEBAQEBAQEBAQEBAQEBAQ==</UUID>
    <CustomIconUUID>EQEBAQEBAQEBAQEBAQEBAg==</CustomIconUUID>
    <Tags>vpn;siège</Tags>
    <Times><LastModificationTime>2026-03-01T10:00:00Z</LastModificationTime><ExpiryTime>2027-06-30T22:30:00Z</ExpiryTime><Expires>True</Expires></Times>
    ${string('Title', 'Accès VPN')}${string('UserName', 'élodie')}${string('Password', ' Été&lt;1&gt; ', hidden)}
    ${string('URL', 'https://vpn.exemple.fr/')}${string('KP2A_URL', 'https://b.exemple.fr/')}${string('KP2A_URL_1', 'ssh://c')}
    ${string('Notes', 'Une\nDeux')}${string('Code PIN', '4821', hidden)}${string('Bureau', 'B 12')}${string('Mode d’emploi', 'un\ndeux')}
    ${string('TimeOtp-Secret-Base32', 'JBSWY3DPEHPK3PXP', hidden)}${string('TimeOtp-Length', '8')}
    ${string('HmacOtp-Secret', 'compteur', hidden)}${string('HmacOtp-Counter', '7')}
    ${string('KPEX_PASSKEY_PRIVATE_KEY_PEM', '-----BEGIN', hidden)}${string('Vide', '')}
    <Binary><Key>été.txt</Key><Value Ref="0" /></Binary>
    <Binary><Key>compressé.txt</Key><Value Ref="1" /></Binary>
    <Binary><Key>direct.bin</Key><Value>AAEC</Value></Binary>
    <Binary><Key>perdu.bin</Key><Value Ref="9" /></Binary>
    <AutoType><Enabled>True</Enabled><DefaultSequence>{PASSWORD}{ENTER}</DefaultSequence></AutoType>
    <History>
      <Entry><Times><LastModificationTime>2025-01-01T10:00:00Z</LastModificationTime></Times>${string('Password', 'premier', hidden)}</Entry>
      <Entry><Times><LastModificationTime>2025-06-01T10:00:00Z</LastModificationTime></Times>${string('Password', 'deuxième', hidden)}</Entry>
      <Entry><Times><LastModificationTime>2025-07-01T10:00:00Z</LastModificationTime></Times>${string('Password', 'deuxième', hidden)}</Entry>
    </History>
  </Entry>
  <Group>
    <UUID>AgEBAQEBAQEBAQEBAQEBAQ==</UUID><Name>Réseau</Name><Notes>Salle serveur</Notes>
    <Entry>
      <UUID>EgEBAQEBAQEBAQEBAQEBAQ==</UUID>
      ${string('Title', 'Copie')}${string('Password', '{REF:P@I:11010101010101010101010101010101}', hidden)}
      ${string('Notes', '{REF:P@I:11010101010101010101010101010101}')}
    </Entry>
  </Group>
  <Group>
    <UUID>8PDw8PDw8PDw8PDw8PDw8A==</UUID><Name>Corbeille</Name>
    <Group><Name>Vieux</Name><Entry>${string('Title', 'Jeté')}${string('Password', 'x', hidden)}</Entry></Group>
  </Group>
</Group></Root>
</KeePassFile>`,
  ),
  textSample(
    'keepass-xml',
    'KeePass 1',
    2,
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<pwlist>
<pwentry><group tree="Base\\Réseau">Siège</group><title>Routeur</title><username>root</username><url>https://exemple.fr/</url>
<password>se&lt;cret </password><notes>une
deux</notes><uuid>000102030405060708090a0b0c0d0e0f</uuid><image>0</image>
<attachdesc>plan.txt</attachdesc><attachment>w6l0w6kgZXQgaGl2ZXIK</attachment>
<expiretime expires="true">2027-05-01T00:00:00</expiretime></pwentry>
<pwentry><group>Base</group><title>Autre</title><password>x</password><expiretime expires="false">2999-12-28T23:59:59</expiretime></pwentry>
</pwlist>`,
  ),
  textSample(
    'keepass-xml',
    'KeePassX 1',
    2,
    `<!DOCTYPE KEEPASSX_DATABASE>
<database>
 <group><title>Internet</title><icon>1</icon>
  <entry><title>Forum</title><username>moi</username><password>é</password><url>https://exemple.fr</url><comment>un<br/>deux</comment><icon>1</icon><creation>2020-01-01T10:00:00</creation><expire>Never</expire></entry>
  <group><title>Eau/Gaz</title><entry><title>Contrat</title><password>y</password><expire>2027-05-01T10:00:00</expire></entry></group>
 </group>
 <group><title>Vide</title></group>
 <group><title>Backup</title></group>
</database>`,
  ),
]
