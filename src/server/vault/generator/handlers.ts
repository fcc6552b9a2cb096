import type { generator } from '#contract/vault/generator.ts'
import { generatorSpecials } from '#domain/platform/limits.ts'
import { generatePassword } from '#domain/platform/password-generator.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

export const generatorHandlers = ({
  randomBytes,
}: Pick<PlatformDeps, 'randomBytes'>): Handlers<typeof generator> => ({
  password: ({ body: { length, specials } }) =>
    generatePassword({ length, specials: specials === generatorSpecials.with }, randomBytes),
})
