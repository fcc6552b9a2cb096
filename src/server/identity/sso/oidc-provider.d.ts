/** The part of the OpenID provider that the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Account = { accountId: string; claims: () => Record<string, unknown> }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: Record<string, unknown> }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
    readonly Grant: new (about: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    on(event: string, listener: (...args: unknown[]) => void): void
  }
  export const interactionPolicy: {
    base(): { add(prompt: unknown, at: number): void }
    Prompt: new (about: { name: string; requestable: boolean }) => unknown
  }
  export type FindAccount = (context: unknown, subject: string) => Account
}
