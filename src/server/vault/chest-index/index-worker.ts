import { parentPort } from 'node:worker_threads'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { ChestKey, DataKey } from '#server/platform/crypto/data-key.ts'
import { changesOf, type SealedRows } from './changes.ts'
import { applyChanges, type Change, type Element } from './element.ts'
import { packChest } from './pack-chest.ts'
import { elementsAfter, PackedChest } from './packed-chest.ts'
import { createScan, type Found, type Scan } from './scan.ts'
import { sealChest, unsealChest, type SealedChest } from './sealed-chest.ts'

/** A chest as it is stored. */
export type StoredChest = { readonly key: DataKey; readonly sealed: SealedChest }
/** A chest to scan. */
export type Scanned<Packed> = {
  readonly chestId: number
  readonly packed: Packed | StoredChest
  readonly changes: readonly Change[]
}

/** A packed chest, and the same sealed. */
export type Made = { readonly block: SharedArrayBuffer; readonly sealed: SealedChest }

type Sealing = { readonly key: DataKey; readonly chestId: number; readonly revision: number }

/** The questions; a job of several questions has one `job`. Each has one answer. */
export type Question = { readonly id: number } & (
  | {
      readonly kind: 'rows'
      readonly job: number
      readonly key: ChestKey
      readonly chestId: number
      readonly rows: SealedRows
    }
  | ({ readonly kind: 'pack'; readonly job: number } & Sealing)
  | ({
      readonly kind: 'repack'
      readonly packed: SharedArrayBuffer | StoredChest
      readonly changes: readonly Change[]
    } & Sealing)
  | { readonly kind: 'unseal'; readonly key: DataKey; readonly sealed: SealedChest }
  | {
      readonly kind: 'scan'
      readonly job: number
      readonly words: readonly string[]
      readonly chests: readonly Scanned<SharedArrayBuffer>[]
    }
  | { readonly kind: 'found'; readonly job: number }
  | { readonly kind: 'drop'; readonly job: number }
)
/** The answer to `scan`: the chests whose snapshots do not unseal. */
type Unread = readonly number[]
export type Value = SharedArrayBuffer | Made | Found | Unread | null
export type Answer = { readonly id: number } & (
  | { readonly value: Value }
  | { readonly error: Error; readonly sealCode: SealError['code'] | null }
)

const elementsOf = new Map<number, Map<string, Element>>()
const scans = new Map<number, Scan>()

function made({ key, chestId, revision }: Sealing, elements: Iterable<Element>): Made {
  const block = packChest([...elements])
  return { block, sealed: sealChest(key, chestId, revision, block) }
}

const unpack = (packed: SharedArrayBuffer | StoredChest): PackedChest =>
  new PackedChest(packed instanceof SharedArrayBuffer ? packed : unsealChest(packed.key, packed.sealed))

/** Scans a chest. Returns false if its snapshot does not unseal. */
function isScanned(scan: Scan, { chestId, packed, changes }: Scanned<SharedArrayBuffer>): boolean {
  let chest: PackedChest
  try {
    chest = unpack(packed)
  } catch {
    return false
  }
  scan.add(chestId, chest, changes)
  return true
}

function answer(question: Question): Value {
  switch (question.kind) {
    case 'rows': {
      const elements = elementsOf.get(question.job) ?? new Map<string, Element>()
      elementsOf.set(question.job, elements)
      applyChanges(elements, changesOf(question.key, question.chestId, question.rows))
      return null
    }
    case 'pack':
      return made(question, elementsOf.get(question.job)?.values() ?? [])
    case 'repack':
      return made(question, elementsAfter(unpack(question.packed), question.changes))
    case 'unseal':
      return unsealChest(question.key, question.sealed)
    case 'scan': {
      const scan = scans.get(question.job) ?? createScan(question.words)
      scans.set(question.job, scan)
      return question.chests.filter((chest) => !isScanned(scan, chest)).map(({ chestId }) => chestId)
    }
    case 'found':
      return scans.get(question.job)?.found() ?? { folders: [], items: [] }
    case 'drop':
      elementsOf.delete(question.job)
      scans.delete(question.job)
      return null
  }
}

parentPort?.on('message', (question: Question) => {
  const { id } = question
  try {
    parentPort?.postMessage({ id, value: answer(question) } satisfies Answer)
  } catch (error) {
    parentPort?.postMessage({
      id,
      error: error instanceof Error ? error : new Error(String(error)),
      sealCode: error instanceof SealError ? error.code : null,
    } satisfies Answer)
  }
})
