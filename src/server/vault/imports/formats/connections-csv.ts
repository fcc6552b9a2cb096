import { connectionLabels, fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { columnName } from '../column-names.ts'
import { addAddress, addField, createSourceIds, folderPaths } from './entry-draft.ts'
import { cellsBy, hasColumns, type LooseTable } from './loose-table.ts'
import { accountOf, addHost } from './remote-host.ts'
import { tableFormat } from './table-format.ts'

/** Two names that mRemoteNG 1.78 writes without a separator: from there on, every name stands above the next cell. */
const joinedNames = 'RedirectDiskDrivesCustomRedirectPorts'
const bothNames = ['RedirectDiskDrivesCustom', 'RedirectPorts']

function withBothNames(table: LooseTable): LooseTable {
  const at = table.names.indexOf(columnName(joinedNames))
  if (at === -1) return table
  return {
    ...table,
    header: table.header.toSpliced(at, 1, ...bothNames),
    names: table.names.toSpliced(at, 1, ...bothNames.map(columnName)),
  }
}

/** mRemoteNG: CSV. Each row names its container, and may inherit values of it. */
export const mRemoteNgCsv = tableFormat({
  id: 'mremoteng-csv',
  name: 'mRemoteNG (CSV)',
  family: 'mremoteng',
  matches: (table) => hasColumns(table, 'name', 'id', 'parent', 'nodetype'),
  mended: withBothNames,
  refuses: (table) => (nodesOf(table).isTooDeep ? 'TOO_DEEP' : null),
  notes: [{ reason: 'SEMICOLONS_LOST' }],
  // The other columns are settings of the connection's window.
  columns: {},
  others: 'text',
  rows: (table) => {
    const nodes = nodesOf(table)
    const sourceId = createSourceIds()
    return (draft, cell, row) => {
      draft.fields = []
      const node = nodes.byLine.get(row.line)
      const id = sourceId(cell('id').trim())
      const path = node ? nodes.pathOf(node) : []
      const value = (name: string): string => (node ? nodes.valueOf(node, name) : cell(name))
      const isContainer = /^container$/i.test(cell('nodetype'))
      if (isContainer && (cell('password') === '' || (node && nodes.isInherited(node))))
        return {
          path: [...path, cell('name')],
          description: cell('description'),
          line: row.line,
          sourceId: id,
        }
      draft.path = isContainer ? [...path, cell('name')] : path
      draft.title = cell('name')
      draft.notes = value('description')
      draft.category = 'server'
      draft.sourceId = isContainer ? null : id
      draft.login = accountOf(value('domain'), value('username'))
      draft.password = value('password')
      addHost(draft, value('protocol'), value('hostname'), value('port'))
      addField(draft, connectionLabels.gateway, 'text', value('rdgatewayhostname'))
      const gateway = accountOf(value('rdgatewaydomain'), value('rdgatewayusername'))
      addField(draft, connectionLabels.gatewayLogin, 'text', gateway)
      addField(draft, connectionLabels.gatewayPassword, 'concealed', value('rdgatewaypassword'))
      addField(draft, connectionLabels.proxyLogin, 'text', value('vncproxyusername'))
      addField(draft, connectionLabels.proxyPassword, 'concealed', value('vncproxypassword'))
      addField(draft, connectionLabels.proxy, 'text', value('vncproxyip'))
      addField(draft, connectionLabels.openingCommand, 'concealed', value('openingcommand'))
      addField(draft, connectionLabels.sshOptions, 'concealed', value('sshoptions'))
      addField(draft, connectionLabels.startProgram, 'text', value('rdpstartprogram'))
      addField(draft, connectionLabels.macAddress, 'text', value('macaddress'))
      addField(draft, connectionLabels.userField, 'text', value('userfield'))
      return undefined
    }
  },
})

type Node = {
  readonly cell: (name: string) => string
  readonly parent: string
  readonly isContainer: boolean
}

/** Returns the rows by line, their paths and inherited values. Containers may follow what they hold, or form a ring. */
function nodesOf(table: LooseTable) {
  const cellOf = cellsBy(table)
  const byLine = new Map<number, Node>()
  const byId = new Map<string, Node>()
  const parents = new Set<Node>()
  for (const row of table.rows) {
    const cell = (name: string): string => cellOf(row, name)
    const node = { cell, parent: cell('parent'), isContainer: /^container$/i.test(cell('nodetype')) }
    byLine.set(row.line, node)
    if (node.isContainer && cell('id') !== '' && !byId.has(cell('id'))) byId.set(cell('id'), node)
  }
  const inherits = (node: Node, name: string): boolean => /^true$/i.test(node.cell(`inherit${name}`).trim())
  for (const node of byLine.values()) {
    const above = byId.get(node.parent)
    if (above && inherits(node, 'password')) parents.add(above)
  }
  const containers = [...byId].map(([id, { cell, parent }]) => ({ id, parent, name: cell('name') }))
  const paths = folderPaths(containers)
  return {
    byLine,
    isTooDeep: paths === null,
    isInherited: (node: Node): boolean => parents.has(node),
    pathOf: (node: Node): string[] => [...(paths?.get(node.parent) ?? [])],
    valueOf: (node: Node, name: string): string => {
      let at = node
      for (const passed = new Set<Node>(); inherits(at, name) && !passed.has(at);) {
        passed.add(at)
        const above = byId.get(at.parent)
        if (!above) break
        at = above
      }
      return at.cell(name)
    },
  }
}

/** Kinds of connections, by a part of their name. */
const protocols: readonly (readonly [part: RegExp, protocol: string])[] = [
  [/rdp/i, 'RDP'],
  [/ssh|putty|sftp|scp/i, 'SSH2'],
  [/vnc/i, 'VNC'],
  [/telnet/i, 'TELNET'],
]

/** Devolutions Remote Desktop Manager: CSV. Its other exports hold encrypted passwords. */
export const devolutionsCsv = tableFormat({
  id: 'devolutions-csv',
  name: 'Devolutions Remote Desktop Manager (CSV)',
  family: 'devolutions',
  matches: (table) =>
    hasColumns(table, 'name', 'connectiontype') &&
    ['group', 'host'].some((name) => table.names.includes(name)),
  separator: '\\',
  columns: {
    name: 'title',
    host: 'row',
    port: 'row',
    url: 'address',
    connectiontype: 'row',
    connectionsubtype: 'ignore',
    group: 'path',
    description: 'notes',
    username: 'row',
    domain: 'row',
    password: 'password',
    email: 'email',
    tags: ['text', labels.tags],
    keywords: ['text', labels.tags],
    expiration: 'renewal',
    id: 'id',
    'one time password': 'otp',
    otp: 'otp',
  },
  rows: () => {
    const sourceId = createSourceIds()
    return (draft, cell, row) => {
      const type = cell('connectiontype')
      if (/^(?:group|folder)$/i.test(type))
        return {
          path: [...draft.path, draft.title],
          description: draft.notes,
          line: row.line,
          sourceId: draft.sourceId,
        }
      if (draft.sourceId !== null) draft.sourceId = sourceId(draft.sourceId)
      draft.login = accountOf(cell('domain'), cell('username'))
      if (draft.login === '') addField(draft, labels.domain, 'text', cell('domain'))
      const protocol = protocols.find(([part]) => part.test(type))?.[1]
      const isPlain = /web|credential|dataentry|document/i.test(type)
      draft.category = isPlain ? null : 'server'
      if (isPlain) addAddress(draft, cell('host'))
      else addHost(draft, protocol ?? type, cell('host'), cell('port'))
      return undefined
    }
  },
})
