import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    summary: 'The process answers.',
    access: 'public',
    reply: Type.Object({ status: Type.Literal('live') }),
    refusals: [],
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary: 'Unsealed, connected to the database, not stopping.',
    access: 'public',
    reply: Type.Object({ status: Type.Literal('ready') }),
    refusals: ['SEALED', 'STOPPING'],
  }),
}
