import { endpoint } from '#contract/platform/endpoint.ts'
import { Nullable } from '#contract/platform/fields.ts'
import { Type } from '#contract/platform/schema.ts'

export const changelog = {
  read: endpoint({
    method: 'GET',
    path: '/api/changelog',
    summary: 'The changes of each release, latest first; `unread` of the session tells whether one is new.',
    access: 'signed-in',
    repeats: true,
    reply: Type.Array(
      Type.Object({
        version: Type.String(),
        /** YYYY-MM-DD */
        date: Type.String(),
        features: Type.Array(
          Type.Object({ title: Type.String(), text: Type.String(), picture: Nullable(Type.String()) }),
        ),
      }),
    ),
  }),
}
