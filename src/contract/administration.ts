import { Type } from 'typebox'
import { fieldLimits } from '#domain/limits.ts'
import { endpoint } from './endpoint.ts'
import { Body, Id, Text } from './fields.ts'

/** Bounds of a client tree template. */
export const templateLimits = { depth: 10, folders: 500 } as const

const TemplateFolder = Type.Cyclic(
  {
    Folder: Type.Object(
      {
        name: Text(fieldLimits.name, 1),
        description: Type.Optional(Text(fieldLimits.description)),
        folders: Type.Optional(Type.Array(Type.Ref('Folder'), { maxItems: templateLimits.folders })),
      },
      { additionalProperties: false },
    ),
  },
  'Folder',
)

/** The tree that a new client gets below its root folder. */
export const Template = Body({ folders: Type.Array(TemplateFolder, { maxItems: templateLimits.folders }) })

const TemplateReply = Type.Object({
  template: Template,
  /** Whether the caller may change it: that of one's current bank, or, with all banks, the installation's. */
  editable: Type.Boolean(),
  /** Whether it is the one that the product brings. */
  isDefault: Type.Boolean(),
})

export const administration = {
  createClientStructure: endpoint({
    method: 'POST',
    path: '/api/administration/template_client_structure',
    summary: 'Makes the folders of a client in a chest, from the template.',
    access: { permission: 'openAdministration', right: 'create', via: { chest: 'body.chestDestination' } },
    status: 201,
    multipart: {},
    body: Body({
      clientName: Text(fieldLimits.name, 1),
      clientSage: Type.Optional(Text(fieldLimits.name)),
      chestDestination: Id,
    }),
    reply: Type.Object({ id: Id, message: Type.String(), folders: Type.Integer() }),
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH', 'CHEST_LOCKED'],
  }),
  readTemplate: endpoint({
    method: 'GET',
    path: '/api/administration/template',
    summary: "The client tree template of the caller's current bank, the installation's when it has none.",
    access: { permission: 'openAdministration' },
    reply: TemplateReply,
    refusals: [],
  }),
  changeTemplate: endpoint({
    method: 'PATCH',
    path: '/api/administration/template',
    summary: "Changes the template of the caller's current bank; null goes back to the default.",
    access: { permission: 'openAdministration' },
    body: Body({ template: Type.Union([Template, Type.Null()]) }),
    reply: TemplateReply,
    refusals: ['TEMPLATE_INVALID', 'SCOPE_EXCEEDED'],
  }),
  mailState: endpoint({
    method: 'GET',
    path: '/api/administration/mail',
    summary: 'What waits in the outbox, and what the mail server said last.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      transport: Type.Union([Type.Literal('smtp'), Type.Literal('folder')]),
      waiting: Type.Integer(),
      failed: Type.Integer(),
      lastError: Type.Union([Type.String(), Type.Null()]),
    }),
    refusals: [],
  }),
}
