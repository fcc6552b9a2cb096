import type { Fixed, Millis } from './column-types.ts'

/** One row, `id` 1: the root key that every node seals under, with its fingerprint (root-keys/sealing-keys.ts). */
export type SealingKeyTable = { id: Fixed<1>; version: number; fingerprint: string }

/** A running node, and the root keys that it has: fingerprints by version, as JSON (root-keys/nodes.ts). */
export type KeyNodesTable = { node: Fixed<string>; name: Fixed<string>; keys: string; seen_at: Millis }
