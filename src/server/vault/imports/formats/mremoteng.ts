import { managerImportLimits } from '#domain/platform/limits.ts'
import { connectionLabels, fieldLabels as labels } from '#texts/vault/import-formats.ts'
import type { ImportRefused } from '../model.ts'
import { addField, createSourceIds, draftEntry, tell } from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import { found, type Found, type FoundEntry, type FoundFolder } from './found.ts'
import { keyOf, type MRemoteKey } from './mremoteng-crypto.ts'
import { accountOf, addHost } from './remote-host.ts'
import { attributeOf, notesOfTree, readXmlTree, type XmlNode } from './xml-tree.ts'

/** mRemoteNG: its connections file. The passwords are encrypted, by default with a password that everybody knows. */
export const mRemoteNg: Format = {
  id: 'mremoteng-xml',
  name: 'mRemoteNG (XML)',
  family: 'mremoteng',
  endings: ['.xml'],
  needs: ['password'],
  recognises: (file) =>
    file.kind === 'xml' &&
    /^(?:\w+:)?Connections$/.test(file.root) &&
    /<(?:\w+:)?Connections\s[^>]*\bConfVersion\s*=/.test(file.text.slice(0, 4096)),
  async read(file, reading) {
    if (file.kind !== 'xml') return { ok: false, code: 'FORMAT_OTHER' }
    const tree = await readXmlTree(file.text.trimStart(), reading.yielder, isRead)
    if (!tree.ok) return tree
    const key = await keyOf(tree.root, reading.password?.reveal() ?? null)
    if (!key.ok) return key
    const clear = await clearRoot(tree, key, reading)
    if ('ok' in clear) return clear
    const read = await foundIn(clear.root, key, reading)
    return read.ok ? { ...read, notes: [...read.notes, ...notesOfTree(clear)] } : read
  },
}

/** The attributes of a connection that have a place here; the others are settings of its window. */
const read = new Set([
  'Name',
  'Type',
  'Descr',
  'Id',
  'Username',
  'Domain',
  'Password',
  'Hostname',
  'Protocol',
  'Port',
  'RDGatewayHostname',
  'RDGatewayUsername',
  'RDGatewayDomain',
  'RDGatewayPassword',
  'VNCProxyIP',
  'VNCProxyUsername',
  'VNCProxyPassword',
  'OpeningCommand',
  'SSHOptions',
  'StartProgram',
  'MacAddress',
  'UserField',
  'Favorite',
])
const secretAttributes = ['Password', 'RDGatewayPassword', 'VNCProxyPassword'] as const
const isRead = (attribute: string): boolean =>
  read.has(attribute) || read.has(attribute.replace(/^Inherit/, ''))

/** A root, and whether characters that XML forbids were dropped. */
type ClearRoot = { readonly root: XmlNode; readonly isCleaned: boolean }

/** Returns the root with its connections: they may be encrypted as a whole. */
async function clearRoot(
  { root, isCleaned }: ClearRoot,
  key: MRemoteKey,
  { yielder }: Reading,
): Promise<ClearRoot | ImportRefused> {
  if (!/^true$/i.test(attributeOf(root, 'FullFileEncryption'))) return { root, isCleaned }
  const inside = await key.decrypt(root.text.trim())
  if (inside === null) return { ok: false, code: 'CONTENT_BROKEN' }
  const body = inside.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
  const tree = await readXmlTree(`<Connections>${body}</Connections>`, yielder, isRead)
  if (!tree.ok) return tree
  // Some versions encrypt the root as well.
  const [only] = tree.root.children
  return { root: only?.name === 'Connections' ? only : tree.root, isCleaned: isCleaned || tree.isCleaned }
}

/** A node with the container that it inherits from. */
type Place = {
  readonly node: XmlNode
  readonly above: Place | null
  readonly path: readonly string[]
  readonly sourceId: string | null
  /** Values of a container that others have asked for: there may be two hundred above each of ten thousand connections. */
  readonly known: Map<string, string>
}

/** Returns an attribute of a node, or that of the nearest container where it is inherited. */
function valueOf({ node, above }: Place, name: string): string {
  if (!above || !/^true$/i.test(attributeOf(node, `Inherit${name}`))) return attributeOf(node, name)
  const known = above.known.get(name) ?? valueOf(above, name)
  above.known.set(name, known)
  return known
}

/** Passwords decrypted at once: the derivation of their keys runs on other threads. */
const atOnce = 8

async function foundIn(root: XmlNode, key: MRemoteKey, { yielder }: Reading): Promise<Found | ImportRefused> {
  const [connections, folders] = [[] as Place[], [] as FoundFolder[]]
  const sourceId = createSourceIds()
  const inherited = new Set<XmlNode>()
  const secrets = new Set<string>()
  const containers: Place[] = []
  // The walk over the document bounds the depth.
  const walk = (parent: XmlNode, above: Place | null, path: readonly string[]): void => {
    for (const node of parent.children) {
      if (node.name !== 'Node') continue
      if (/^true$/i.test(attributeOf(node, 'InheritPassword')) && above) inherited.add(above.node)
      for (const name of secretAttributes) secrets.add(attributeOf(node, name))
      const id = sourceId(attributeOf(node, 'Id'))
      if (!/^container$/i.test(attributeOf(node, 'Type'))) {
        connections.push({ node, above, path, sourceId: id, known: new Map<string, string>() })
        continue
      }
      // The folder has the identifier of a container; an entry with its password has none.
      const place = {
        node,
        above,
        path: [...path, attributeOf(node, 'Name')],
        sourceId: null,
        known: new Map<string, string>(),
      }
      folders.push({
        path: place.path,
        description: attributeOf(node, 'Descr'),
        line: node.line,
        sourceId: id,
      })
      containers.push(place)
      walk(node, place, place.path)
    }
  }
  walk(root, null, [])
  // A password that no connection inherits would be lost with its container.
  for (const place of containers)
    if (attributeOf(place.node, 'Password') !== '' && !inherited.has(place.node)) connections.push(place)
  if (connections.length > managerImportLimits.entries) return { ok: false, code: 'TOO_MANY' }
  if (key.rounds * secrets.size > managerImportLimits.kdf.pbkdf2Rounds)
    return { ok: false, code: 'KDF_TOO_COSTLY' }
  const entries: FoundEntry[] = []
  for (let at = 0; at < connections.length; at += atOnce) {
    const some = connections.slice(at, at + atOnce)
    entries.push(...(await Promise.all(some.map((place) => entryOf(place, key)))))
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return found(entries, { folders })
}

/** Returns a connection as an entry. */
async function entryOf(place: Place, key: MRemoteKey): Promise<FoundEntry> {
  const value = (name: string): string => valueOf(place, name)
  const draft = draftEntry(place.node.line)
  draft.path = [...place.path]
  draft.title = attributeOf(place.node, 'Name')
  draft.notes = value('Descr')
  draft.category = 'server'
  draft.sourceId = place.sourceId
  draft.isFavourite = /^true$/i.test(value('Favorite'))
  draft.login = accountOf(value('Domain'), value('Username'))
  const broken: string[] = []
  const secret = async (name: string, label: string): Promise<string> => {
    const text = await key.decrypt(value(name))
    if (text === null) broken.push(label)
    return text ?? ''
  }
  draft.password = await secret('Password', labels.password)
  addHost(draft, value('Protocol'), value('Hostname'), value('Port'))
  addField(draft, connectionLabels.gateway, 'text', value('RDGatewayHostname'))
  addField(
    draft,
    connectionLabels.gatewayLogin,
    'text',
    accountOf(value('RDGatewayDomain'), value('RDGatewayUsername')),
  )
  const gateway = await secret('RDGatewayPassword', connectionLabels.gatewayPassword)
  addField(draft, connectionLabels.gatewayPassword, 'concealed', gateway)
  addField(draft, connectionLabels.proxyLogin, 'text', value('VNCProxyUsername'))
  const proxy = await secret('VNCProxyPassword', connectionLabels.proxyPassword)
  addField(draft, connectionLabels.proxyPassword, 'concealed', proxy)
  addField(draft, connectionLabels.proxy, 'text', value('VNCProxyIP'))
  addField(draft, connectionLabels.openingCommand, 'concealed', value('OpeningCommand'))
  addField(draft, connectionLabels.sshOptions, 'concealed', value('SSHOptions'))
  addField(draft, connectionLabels.startProgram, 'text', value('StartProgram'))
  addField(draft, connectionLabels.macAddress, 'text', value('MacAddress'))
  addField(draft, connectionLabels.userField, 'text', value('UserField'))
  if (broken.length > 0) tell(draft, 'SECRET_UNREADABLE', broken.join(', '))
  return draft
}
