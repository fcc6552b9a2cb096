import { Type } from './schema.ts'
import { endpoint } from './endpoint.ts'
import { Body, Text } from './fields.ts'

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    summary: 'The process responds.',
    access: 'public',
    reply: Type.Object({ status: Type.Literal('live') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary:
      'Unsealed, with the active root key and a database that accepts writes, not stopping. The warning CLOCK: the clock differs from that of the database.',
    access: 'public',
    reply: Type.Object({
      status: Type.Literal('ready'),
      warnings: Type.Optional(Type.Array(Type.Literal('CLOCK'))),
    }),
    refusals: [
      'SEALED',
      'KEYS_OUTDATED',
      'NODE_UNRECORDED',
      'DATABASE_AWAY',
      'DATABASE_UNWRITABLE',
      'STOPPING',
    ],
  }),
  unseal: endpoint({
    method: 'POST',
    path: '/api/unseal',
    summary: 'Sends the passphrase of the root keys to a node that starts sealed.',
    access: 'public',
    body: Body({ passphrase: Text(1_000, 1) }),
    reply: Type.Object({ status: Type.Literal('ready') }),
    refusals: ['NOT_FOUND', 'PASSPHRASE_WRONG', 'TOO_MANY_TRIES', 'SERVER_BUSY'],
  }),
}
