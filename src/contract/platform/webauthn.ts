import { Type } from './schema.ts'
import { Body } from './fields.ts'

/** Bytes in base64url, as in WebAuthn's JSON. */
const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const CredentialId = Bytes(1_400)
const Transports = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** The argument of `navigator.credentials.create` (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
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

/** The argument of `navigator.credentials.get` (PublicKeyCredentialRequestOptionsJSON). */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.String(),
  allowCredentials: Type.Array(Descriptor),
})

/** The reply of an authenticator to a registration: only the parts that the server verifies. */
export const Attestation = Body({
  id: CredentialId,
  clientDataJSON: Bytes(4_000),
  attestationObject: Bytes(16_000),
  transports: Transports,
})

/** The reply of an authenticator to a challenge: only the parts that the server verifies. */
export const Assertion = Body({
  id: CredentialId,
  clientDataJSON: Bytes(4_000),
  authenticatorData: Bytes(2_000),
  signature: Bytes(6_000),
})
