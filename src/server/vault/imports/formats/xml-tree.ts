import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { ImportRefused } from '../model.ts'
import type { Found } from './found.ts'
import { walkXml } from '../xml-walk.ts'

/** An element of a document, without the prefix of its name. */
export type XmlNode = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** Its own text, without that of its children. */
  readonly text: string
  readonly line: number
}
type Growing = Omit<XmlNode, 'children' | 'text'> & { children: XmlNode[]; text: string }

/** Shared by the elements that have none: half a million own ones would take a hundred megabytes. */
const noChildren: XmlNode[] = []
const noAttributes: XmlNode['attributes'] = {}

/** Elements of one document: several hundred thousand texts fit in a file of the largest size. */
const mostNodes = 500_000

/**
 * Reads a whole document, with the limits of `walkXml`.
 * @returns also whether characters that XML forbids were dropped
 * @param keeps whether an attribute of a child is kept: some programs write a hundred that mean nothing here
 */
export async function readXmlTree(
  text: string,
  yielder: Yielder,
  keeps?: (attribute: string) => boolean,
): Promise<{ readonly ok: true; readonly root: XmlNode; readonly isCleaned: boolean } | ImportRefused> {
  const document: Growing = { name: '', attributes: {}, children: [], text: '', line: 1 }
  const open: Growing[] = [document]
  let [nodes, isCleaned] = [0, false]
  const fault = await walkXml(text, yielder, (stop) => ({
    open({ name, attributes }, line) {
      nodes += 1
      if (nodes > mostNodes) stop('TOO_MANY')
      const node: Growing = {
        name: name.slice(name.indexOf(':') + 1),
        attributes: keeps && open.length > 1 ? kept(attributes, keeps) : plain(attributes),
        children: noChildren,
        text: '',
        line,
      }
      const parent = open.at(-1)
      if (parent?.children === noChildren) parent.children = [node]
      else parent?.children.push(node)
      if (parent && parent.children.length > limits.members) stop('TOO_MANY')
      open.push(node)
    },
    text(part, isPartCleaned) {
      isCleaned ||= isPartCleaned
      const node = open.at(-1)
      if (node) node.text += part
    },
    close() {
      open.pop()
    },
  }))
  if (fault !== null) return fault
  const [root] = document.children
  return root ? { ok: true, root, isCleaned } : { ok: false, code: 'NOT_XML' }
}

const plain = (attributes: XmlNode['attributes']): XmlNode['attributes'] =>
  Object.keys(attributes).length === 0 ? noAttributes : attributes

const kept = (
  attributes: XmlNode['attributes'],
  keeps: (attribute: string) => boolean,
): XmlNode['attributes'] => Object.fromEntries(Object.entries(attributes).filter(([name]) => keeps(name)))

/** Returns the remark about a document from which characters were dropped. */
export const notesOfTree = ({ isCleaned }: { readonly isCleaned: boolean }): Found['notes'] =>
  isCleaned ? [{ reason: 'CHARACTERS_DROPPED' }] : []

/** Returns the children of a name. */
export const childrenOf = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.filter((child) => child.name === name)

/** Returns the first child of a name. */
export const childOf = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find((child) => child.name === name)

/** Returns the text of the first child of a name; an empty one without it. */
export const childText = (node: XmlNode, name: string): string => childOf(node, name)?.text ?? ''

/** Returns an own attribute; an empty text without it. */
export const attributeOf = ({ attributes }: XmlNode, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : ''
