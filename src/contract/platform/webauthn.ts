import { Type } from './schema.ts'
import { Body } from './fields.ts'

/** Bytes in base64url, as WebAuthn's JSON writes them. */
const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const CredentialId = Bytes(1_400)
const Transports = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** What `navigator.credentials.create` is asked (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const CreationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.String(),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
})

/** What `navigator.credentials.get` is asked (PublicKeyCredentialRequestOptionsJSON). */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.String(),
  allowCredentials: Type.Array(Descriptor),
})

/** What an authenticator answers to the making of a passkey: the parts that are judged, and no other. */
export const Attestation = Body({
  id: CredentialId,
  clientDataJSON: Bytes(4_000),
  attestationObject: Bytes(16_000),
  transports: Transports,
})

/** What an authenticator answers to a challenge: the parts that are judged, and no other. */
export const Assertion = Body({
  id: CredentialId,
  clientDataJSON: Bytes(4_000),
  authenticatorData: Bytes(2_000),
  signature: Bytes(6_000),
})
