import { Type } from '#contract/platform/schema.ts'
import { generatorLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body } from '#contract/platform/fields.ts'

export const generator = {
  password: endpoint({
    method: 'POST',
    path: '/api/tool/password',
    summary: 'A random password; `specials` 2 with special characters, 1 without.',
    access: 'signed-in',
    body: Body({
      specials: Type.Union([Type.Literal(1), Type.Literal(2)]),
      length: Type.Integer({ minimum: generatorLimits.minimum, maximum: generatorLimits.maximum }),
    }),
    reply: Type.String(),
  }),
}
