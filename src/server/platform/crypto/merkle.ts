import { createHash } from 'node:crypto'

/** Bytes of a SHA-256 hash. */
export const hashBytes = 32

/** The hash of a leaf: SHA-256(0x00 ‖ entry) (RFC 9162 §2.1.1). */
export const leafHash = (entry: Uint8Array | string): Buffer =>
  createHash('sha256').update('\0').update(entry).digest()

const nodePrefix = Buffer.of(1)

/** The hash of an inner node: SHA-256(0x01 ‖ left ‖ right) (RFC 9162 §2.1.1). */
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(nodePrefix).update(left).update(right).digest()

/** A Merkle tree that only grows, held as the roots of its perfect subtrees: one hash for each bit of its size. */
export type GrowingTree = {
  readonly size: number
  /** Adds a leaf, by its hash. */
  append(leaf: Uint8Array): void
  /** The root of RFC 9162 §2.1.1; of the empty tree, SHA-256 of nothing. */
  root(): Buffer
  /** What `growingTree` needs to go on: the hashes of the subtrees, largest first. */
  frontier(): Buffer
}

/**
 * Returns a tree of a size, from its frontier; an empty one by default.
 * @throws RangeError if the frontier does not have one hash for each bit of the size
 */
export function growingTree(size = 0, frontier: Uint8Array = new Uint8Array()): GrowingTree {
  const subtrees: Uint8Array[] = []
  for (let at = 0; at < frontier.length; at += hashBytes) subtrees.push(frontier.subarray(at, at + hashBytes))
  const bits = Array.from(size.toString(2)).filter((bit) => bit === '1').length
  if (frontier.length !== bits * hashBytes) throw new RangeError('not the frontier of a tree of this size')
  let count = size
  return {
    get size() {
      return count
    },
    append(leaf) {
      let hash = leaf
      // Each full subtree of the same size is joined, as a carry in a binary addition.
      for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2)) {
        const left = subtrees.pop()
        if (!left) throw new RangeError('not the frontier of a tree of this size')
        hash = nodeHash(left, hash)
      }
      subtrees.push(hash)
      count += 1
    },
    root() {
      const last = subtrees.at(-1)
      if (!last) return createHash('sha256').digest()
      return Buffer.from(subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last))
    },
    frontier: () => Buffer.concat(subtrees),
  }
}
