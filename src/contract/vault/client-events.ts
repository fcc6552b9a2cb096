import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Message } from '#contract/platform/fields.ts'

export const clientEvents = {
  spy: endpoint({
    method: 'POST',
    path: '/api/system/spy',
    summary: "The client's report of how a password was used: copied or viewed, and where.",
    access: 'signed-in',
    body: Body({
      action: Type.Union([Type.Literal('copy_password'), Type.Literal('view_password')]),
      type: Type.Union([Type.Literal('edit'), Type.Literal('explorer')]),
      source: Type.Literal('web'),
    }),
    reply: Message,
  }),
}
