import type { FastifyInstance } from 'fastify'
import { setup } from '#contract/identity/setup.ts'
import { Refusal } from '#domain/platform/refusals.ts'

/**
 * Refuses the set-up's call as an unknown path once an account exists: before the origin and the body are
 * checked, so that no malformed request reveals the path.
 */
export function hideSetup(app: FastifyInstance, isSetupOpen: () => Promise<boolean>): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === setup.create.path && !(await isSetupOpen()))
      throw new Refusal('NOT_FOUND')
  })
}
