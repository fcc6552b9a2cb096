import type { tools } from '#contract/vault/generator.ts'
import { generatorSpecials } from '#domain/platform/limits.ts'
import { generatePassword } from '#domain/platform/password-generator.ts'
import type { Deps } from '#server/deps.ts'
import type { Handlers } from '#server/access/handler.ts'

/** Small helps of the screens. */
export const toolHandlers = ({ randomBytes }: Pick<Deps, 'randomBytes'>): Handlers<typeof tools> => ({
  password: ({ body: { length, specials } }) =>
    generatePassword({ length, specials: specials === generatorSpecials.with }, randomBytes),
})
