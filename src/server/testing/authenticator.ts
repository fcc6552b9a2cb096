import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import type { Assertion, Attestation } from '#contract/platform/webauthn.ts'

type Options = { challenge: string; rpId?: string; rp?: { id: string } }
/** A fault or a change that a test makes in a reply. */
type Twist = {
  origin?: string
  rpId?: string
  counter?: number
  challenge?: string
  type?: string
  isPresent?: boolean
  /** Whether the authenticator has verified its holder, by a PIN or a finger. */
  isVerified?: boolean
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const word = (value: number, size: 2 | 4) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/** CBOR (RFC 8949) of byte strings and short texts: as much as an attestation needs. */
const bytesOf = (bytes: Uint8Array) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.concat([Buffer.from([0x59]), word(bytes.length, 2)]),
    bytes,
  ])
const textOf = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** A software authenticator with one key (ES256), like the virtual ones of browsers. */
export function softAuthenticator(origin = 'http://localhost:8420') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge }: Options, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (options: Options, twist: Twist, flags: number, more = Buffer.alloc(0)) =>
    Buffer.concat([
      sha256(twist.rpId ?? options.rpId ?? options.rp?.id ?? ''),
      Buffer.from([twist.isPresent === false ? flags & ~1 : flags]),
      word(twist.counter ?? counter, 4),
      more,
    ])

  return {
    id: base64(credentialId),
    /** Returns the reply of `navigator.credentials.create`. */
    create(options: Options, twist: Twist = {}): Static<typeof Attestation> {
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytesOf(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytesOf(Buffer.from(y, 'base64url')),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), word(credentialId.length, 2), credentialId, key])
      const authData = authenticatorData(options, twist, 0x41, attested)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        textOf('fmt'),
        textOf('none'),
        textOf('attStmt'),
        Buffer.from([0xa0]),
        textOf('authData'),
        bytesOf(authData),
      ])
      return {
        id: base64(credentialId),
        clientDataJSON: base64(clientData('webauthn.create', options, twist)),
        attestationObject: base64(attestationObject),
        transports: ['internal'],
      }
    },
    /** Returns the reply of `navigator.credentials.get`. */
    get(options: Options, twist: Twist = {}): Static<typeof Assertion> {
      counter += 1
      const data = clientData('webauthn.get', options, twist)
      const authData = authenticatorData(options, twist, twist.isVerified ? 0x05 : 0x01)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey)
      return {
        id: base64(credentialId),
        clientDataJSON: base64(data),
        authenticatorData: base64(authData),
        signature: base64(signature),
      }
    },
  }
}
