import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { textSample, withPassword, type Sample } from './sample.ts'

const part = (mark: number): Buffer => Buffer.alloc(16, mark)
let made = 0

/** Encrypts a value as mRemoteNG does since 1.75. */
function sealed(text: string | Uint8Array, password = 'mR3m', rounds = 1000): string {
  made = (made + 1) % 100
  const [salt, nonce] = [part(made), part(255 - made)]
  const key = pbkdf2Sync(password, salt, rounds, 32, 'sha1')
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  cipher.setAAD(salt)
  const bytes = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([salt, nonce, bytes, cipher.getAuthTag()]).toString('base64')
}

/** Encrypts a value as mRemoteNG did before. */
function sealedBefore(text: string, password = 'mR3m'): string {
  const cipher = createCipheriv('aes-128-cbc', createHash('md5').update(password).digest(), part(9))
  return Buffer.concat([part(9), cipher.update(text), cipher.final()]).toString('base64')
}

type Attributes = Readonly<Record<string, string>>
const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
const connection = (name: string, more: Attributes): string =>
  `<Node Name="${name}" Type="Connection" Descr="" Icon="mRemoteNG" Panel="General"${written(more)} />`
const container = (name: string, more: Attributes, inside: string): string =>
  `<Node Name="${name}" Type="Container" Expanded="true"${written(more)}>\n${inside}\n</Node>`
const file = (root: Attributes, inside: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<mrng:Connections xmlns:mrng="http://mremoteng.org" Name="Connexions" Export="false"${written(root)}>
${inside}
</mrng:Connections>`

const modern = {
  EncryptionEngine: 'AES',
  BlockCipherMode: 'GCM',
  KdfIterations: '1000',
  FullFileEncryption: 'false',
}
const nodes = (password?: string): string =>
  [
    connection('Passerelle', {
      Id: 'a179606a-a854-48a6-9baa-491d8eb3bddc',
      Username: 'élodie',
      Domain: 'VILLE',
      Password: sealed('Été & 🔑 ', password),
      Hostname: 'rds.exemple.fr',
      Protocol: 'RDP',
      Port: '3389',
      RDGatewayHostname: 'gw.exemple.fr',
      RDGatewayUsername: 'passe',
      RDGatewayPassword: sealed('gw-secret', password),
    }),
    container(
      'Réseau',
      {
        Id: 'c1',
        Descr: 'Salle',
        Username: 'admin',
        Domain: '',
        Password: sealed('hérité', password),
        Protocol: 'SSH2',
      },
      [
        connection('Cœur', {
          Id: 'c2',
          Username: 'x',
          Password: '',
          Hostname: 'fe80::1',
          Protocol: 'RDP',
          Port: '22',
          InheritUsername: 'True',
          InheritPassword: 'true',
          InheritProtocol: 'true',
        }),
        container('Bornes', { Password: sealed('seul', password), Username: 'borne' }, ''),
      ].join('\n'),
    ),
    connection('Série', {
      Id: 'c3',
      Username: 'VILLE\\root',
      Domain: 'VILLE',
      Password: '',
      Hostname: 'com1',
      Protocol: 'RAW',
      Port: '23',
    }),
  ].join('\n')

const whole = (inside: string | Uint8Array): string =>
  file(
    { ...modern, FullFileEncryption: 'true', Protected: sealed('ThisIsNotProtected'), ConfVersion: '2.6' },
    sealed(inside),
  )

export const samples: readonly Sample[] = [
  textSample(
    'mremoteng-xml',
    'usual password',
    4,
    file({ ...modern, Protected: sealed('ThisIsNotProtected'), ConfVersion: '2.6' }, nodes()),
  ),
  {
    ...textSample(
      'mremoteng-xml',
      'own password',
      4,
      file({ ...modern, Protected: sealed('ThisIsProtected', 'à moi'), ConfVersion: '2.7' }, nodes('à moi')),
    ),
    reading: withPassword('à moi'),
  },
  {
    ...textSample('mremoteng-xml', 'encrypted as a whole', 4, whole(nodes())),
    inner: {
      bytes: Buffer.from(nodes()),
      seal: (bytes) => Buffer.from(whole(bytes)),
    },
  },
  textSample(
    'mremoteng-xml',
    'before 1.75',
    1,
    file(
      { Protected: sealedBefore('ThisIsNotProtected'), ConfVersion: '2.5' },
      connection('Vieux', {
        Username: 'root',
        Domain: '',
        Password: sealedBefore('ancien-é'),
        Hostname: 'vieux',
        Protocol: 'SSH1',
        Port: '22',
      }),
    ),
  ),
]
