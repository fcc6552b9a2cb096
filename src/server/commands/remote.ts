import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addressOf, type AddressParts } from '#contract/platform/address.ts'
import type { BodyOf, Endpoint, ReplyOf } from '#contract/platform/endpoint.ts'
import { remoteTexts as texts } from '#texts/remote-commands.ts'
import { idempotencyHeader } from '#server/access/creations.ts'
import { CommandError, type CommandContext } from './command.ts'

/** A refusal of the server: the message is its sentence. */
export class RemoteRefusal extends CommandError {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

type Parts = AddressParts & {
  readonly file?: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  readonly second?: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
}
export type RemoteInput<E extends Endpoint> = Parts &
  ([BodyOf<E>] extends [undefined] ? object : { readonly body: BodyOf<E> })

/** A running server, with the cookies of a session. */
export type Remote = {
  /** @throws RemoteRefusal, CommandError */
  call<const E extends Endpoint>(endpoint: E, input: RemoteInput<E>): Promise<ReplyOf<E>>
  /** Makes a call whose reply is a file. @throws RemoteRefusal, CommandError */
  download<const E extends Endpoint>(endpoint: E, input: RemoteInput<E>): Promise<AsyncIterable<Uint8Array>>
  /** Sends the handle of an unlocked chest with all later calls. */
  useHandle(handle: string): void
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Returns the server at an address. @throws CommandError for one to which no password may be sent */
export function remoteAt(address: string): Remote {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new CommandError(texts.badAddress(address))
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw new CommandError(texts.insecure(address))
  const cookies = new Map<string, string>()
  let handle: string | null = null

  const answerOf = async (
    endpoint: Endpoint,
    parts: Parts & { readonly body?: unknown },
  ): Promise<Response> => {
    const content = contentOf(endpoint, parts)
    let reply: Response
    try {
      reply = await fetch(new URL(addressOf(endpoint, parts), url), {
        method: endpoint.method,
        redirect: 'error',
        headers: {
          'x-requested-with': 'XMLHttpRequest',
          'sec-fetch-site': 'same-origin',
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...(typeof content === 'string' && { 'content-type': 'application/json' }),
          ...(endpoint.creates && { [idempotencyHeader]: randomUUID() }),
          ...(handle !== null && { 'x-chest-handle': handle }),
        },
        ...(content !== undefined && { body: content }),
      })
    } catch {
      throw new CommandError(texts.unreachable(address))
    }
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    if (!reply.ok) throw await refusalOf(reply, address)
    return reply
  }

  return {
    call: async (endpoint, input) => (await answerOf(endpoint, input)).json() as Promise<never>,
    download: async (endpoint, input) => {
      const { body } = await answerOf(endpoint, input)
      if (body === null) throw new CommandError(texts.notTrousseau(address))
      return body
    },
    useHandle: (given) => void (handle = given),
  }
}

async function refusalOf(reply: Response, address: string): Promise<CommandError> {
  const { code, message } = (await reply.json().catch(() => ({}))) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && typeof message === 'string'
    ? new RemoteRefusal(code, message)
    : new CommandError(texts.notTrousseau(address))
}

function contentOf(
  endpoint: Endpoint,
  { body, file, second }: Parts & { readonly body?: unknown },
): string | FormData | undefined {
  if (endpoint.multipart === undefined) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value))
  const append = (field: string | undefined, given: Parts['file']) => {
    if (field !== undefined && given) form.append(field, new Blob([given.bytes]), given.name)
  }
  append(endpoint.multipart.file?.field, file)
  append(endpoint.multipart.second?.field, second)
  return form
}

/** Returns the path of a file that the operator names, from the folder where the command was typed. */
export const givenPath = ({ env }: Pick<CommandContext, 'env'>, path: string): string =>
  resolve(env['INIT_CWD'] ?? '.', path)

/** Reads a file that the operator names. @throws CommandError */
export async function readGiven(
  context: Pick<CommandContext, 'env'>,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(givenPath(context, path)))
  } catch {
    throw new CommandError(texts.unreadableFile(path))
  }
}

/** Reads a secret from a file: its first line without the line end. @throws CommandError */
export async function readSecretFile(context: Pick<CommandContext, 'env'>, path: string): Promise<string> {
  const bytes = await readGiven(context, path)
  try {
    const [line = ''] = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r?\n/)
    return line
  } catch {
    throw new CommandError(texts.notUtf8(path))
  }
}
