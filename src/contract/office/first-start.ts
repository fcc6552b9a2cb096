import { Type } from '#contract/platform/schema.ts'
import { firstStartSteps } from '#domain/platform/first-start.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Moment, Nullable } from '#contract/platform/fields.ts'

const Outcome = Type.Enum(['done', 'skipped'])

const FirstStartReply = Type.Object({
  /** Whether the guide is open to the caller: the first super administrator, until each step is passed. */
  isOpen: Type.Boolean(),
  /** The passed steps. */
  passed: Type.Object(
    Object.fromEntries(firstStartSteps.map((step) => [step, Type.Optional(Outcome)])) as Record<
      (typeof firstStartSteps)[number],
      ReturnType<typeof Type.Optional<typeof Outcome>>
    >,
  ),
  /** Where the root key comes from. */
  rootKeySource: Type.Enum(['file', 'environment', 'passphrase']),
  /** The file of the root key on the node that answers; null where the environment holds the key. */
  rootKeyFile: Nullable(Type.String()),
  /** Who confirmed that a copy of the root key is kept elsewhere, and when; null while nobody has. */
  rootKeyCopied: Nullable(Type.Object({ at: Moment, login: Type.String() })),
})

export const firstStart = {
  read: endpoint({
    method: 'GET',
    path: '/api/first-start',
    summary: 'The guide of the first super administrator, and whether a copy of the root key was confirmed.',
    access: { permission: 'manageEverything' },
    reply: FirstStartReply,
  }),
  pass: endpoint({
    method: 'PATCH',
    path: '/api/first-start',
    summary: 'Passes steps of the guide; without effect on passed steps, and for others than its owner.',
    access: { permission: 'manageEverything' },
    body: Body({
      steps: Type.Array(Type.Enum(firstStartSteps), {
        minItems: 1,
        maxItems: firstStartSteps.length,
        uniqueItems: true,
      }),
      outcome: Outcome,
    }),
    reply: FirstStartReply,
  }),
  confirmRootKey: endpoint({
    method: 'POST',
    path: '/api/first-start/root-key',
    summary: 'Confirms that a copy of the root key is kept elsewhere; the first confirmation is kept.',
    access: { permission: 'manageEverything' },
    body: Body({ isCopied: Type.Literal(true) }),
    reply: FirstStartReply,
  }),
}
