import { Type } from '#contract/platform/schema.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Nullable, Text } from '#contract/platform/fields.ts'

const Jwt = Text(2_048, 1)
/** The methods of giving a second factor. `sso` needs nothing more, since the provider has required it. */
export const secondFactorMethods = ['totp', 'mail', 'passkey', 'recovery', 'sso'] as const

const SecondFactorMethod = Type.Enum([...secondFactorMethods])
const Source = Type.Literal('web')

export const signIn = {
  options: endpoint({
    method: 'GET',
    path: '/api/auth/options',
    summary: 'What the sign-in page offers on this host, and whether the caller is signed in.',
    access: 'public',
    reply: Type.Object({
      /** Whether a directory is configured; without one, sign-in by DIST is always refused. */
      distAvailable: Type.Boolean(),
      /** Whether the switch starts at DIST: the domain group of the host contains GRP. */
      distDefault: Type.Boolean(),
      /** The single sign-on with the label of its button, if it is configured. */
      sso: Nullable(Type.Object({ label: Type.String() })),
      /** Whether the caller's session is active; asking does not extend it. */
      signedIn: Type.Boolean(),
      /** The locked session of this browser's cookie and what reopens it; null without one. */
      locked: Nullable(
        Type.Object({
          login: Type.String(),
          name: Type.String(),
          means: Type.Array(Type.Enum(['password', 'passkey'])),
        }),
      ),
    }),
  }),
  step1: endpoint({
    method: 'POST',
    path: '/api/auth/step1',
    summary: 'Checks login and password; returns a token valid for the second factor only.',
    access: 'public',
    body: Body({
      login: Text(fieldLimits.login, 1),
      password: Text(fieldLimits.givenPassword, 1),
      type: Type.Union([Type.Literal('LOCAL'), Type.Literal('DIST')]),
      source: Source,
    }),
    reply: Type.Object({ jwt: Type.String() }),
    refusals: [
      'SIGN_IN_FAILED',
      'ACCOUNT_BLOCKED',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
      'DIRECTORY_AWAY',
      'DIRECTORY_PASSWORD_EXPIRED',
    ],
  }),
  secondFactorSecret: endpoint({
    method: 'POST',
    path: '/api/auth/2fasecret',
    summary: 'The pending authenticator secret and its QR code, until its first confirmed use.',
    access: 'public',
    body: Body({ jwt: Jwt }),
    reply: Type.Object({
      qrScanned: Type.Boolean(),
      secret: Type.Union([Type.String(), Type.Null()]),
      qrCode: Type.Union([Type.String(), Type.Null()]),
      methods: Type.Array(SecondFactorMethod, {
        description: 'The methods of giving the second factor, the preferred one first.',
      }),
    }),
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED'],
  }),
  step2: endpoint({
    method: 'POST',
    path: '/api/auth/step2',
    summary: 'Checks the authenticator code and opens the session by cookie.',
    access: 'public',
    body: Body({
      jwt: Jwt,
      token: Type.String({ pattern: '^[0-9]{6}$' }),
      secret: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
      source: Source,
    }),
    reply: Type.Object({ redirect: Type.String() }),
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'TOO_MANY_TRIES'],
  }),
}
