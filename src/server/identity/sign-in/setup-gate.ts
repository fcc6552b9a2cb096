import type { FastifyInstance } from 'fastify'
import { setup } from '#contract/identity/setup.ts'
import { Refusal } from '#domain/platform/refusals.ts'

/**
 * Makes the set-up's call a path that never was, once somebody exists: before its origin or its body is looked
 * at, so that no wrong request tells it from any other unknown path.
 */
export function hideSetup(app: FastifyInstance, isSetupOpen: () => Promise<boolean>): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === setup.create.path && !(await isSetupOpen()))
      throw new Refusal('NOT_FOUND')
  })
}
