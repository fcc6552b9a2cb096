import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/**
 * Signed notes and checkpoints of a log, in the format of C2SP (signed-note, tlog-checkpoint): a text of lines, an empty
 * line, and signature lines `— name base64(key id ‖ signature)`. Signatures are Ed25519 (RFC 8032).
 */
export type NoteSigner = {
  /** The name of the log, without spaces or `+`. */
  readonly name: string
  /** The public key for others' tools: `name+hash+base64(0x01 ‖ key)`. */
  readonly verifierKey: string
  /** Signs a text that ends in a newline. @returns the note */
  sign(text: string): string
  /** Returns the text of a note that this key has signed; null for any other. */
  open(note: string): string | null
}

/** The DER heads of an Ed25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410 §7 and §4). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiHeadBytes = 12
const ed25519 = Buffer.of(1)

/** Returns the signer of a log. @param seed the 32 bytes of the private key */
export function noteSigner(name: string, seed: Uint8Array): NoteSigner {
  const der = Buffer.concat([pkcs8Head, seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  der.fill(0)
  const publicKey = createPublicKey(key)
  const typed = Buffer.concat([ed25519, rawOf(publicKey)])
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)
  const lead = `— ${name} `
  return {
    name,
    verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    sign(text) {
      const signature = sign(null, Buffer.from(text), key)
      return `${text}\n${lead}${Buffer.concat([id, signature]).toString('base64')}\n`
    },
    open(note) {
      const end = note.lastIndexOf('\n\n')
      if (end < 0) return null
      const text = note.slice(0, end + 1)
      const signed = note
        .slice(end + 2)
        .split('\n')
        .filter((line) => line.startsWith(lead))
        .map((line) => Buffer.from(line.slice(lead.length), 'base64'))
        .filter((bytes) => bytes.subarray(0, 4).equals(id))
      const isSigned = signed.some((bytes) => verify(null, Buffer.from(text), publicKey, bytes.subarray(4)))
      return isSigned ? text : null
    },
  }
}

const rawOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(spkiHeadBytes)

/** The state of a log: its size and its Merkle root. */
export type Checkpoint = { readonly size: number; readonly root: Buffer }

/** Writes a checkpoint as the text of a note. @param lines extension lines, such as the time; none is empty */
export const checkpointText = (
  origin: string,
  { size, root }: Checkpoint,
  lines: readonly string[] = [],
): string => [origin, size, root.toString('base64'), ...lines, ''].join('\n')

/** Reads the text of a checkpoint of a log; null for another one. */
export function readCheckpoint(origin: string, text: string): Checkpoint | null {
  const [name, size = '', root = ''] = text.split('\n')
  if (name !== origin || !/^(?:0|[1-9]\d{0,15})$/.test(size)) return null
  const bytes = Buffer.from(root, 'base64')
  return bytes.length === 32 ? { size: Number(size), root: bytes } : null
}
