import { KdbxFault } from './kdbx-fault.ts'

/** Reads little-endian numbers and parts of a file in their order. @throws KdbxFault beyond the end */
export class ByteReader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  /** Returns a view of the next bytes, not a copy. */
  take(length: number): Buffer {
    if (length < 0 || length > this.#bytes.length - this.#at) throw new KdbxFault('CONTENT_BROKEN')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Returns a view of all that follows; the place stays. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#at)
  }

  uint8(): number {
    return this.take(1).readUInt8()
  }
  uint16(): number {
    return this.take(2).readUInt16LE()
  }
  uint32(): number {
    return this.take(4).readUInt32LE()
  }
}
