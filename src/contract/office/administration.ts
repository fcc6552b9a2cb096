import type { TSchema } from 'typebox'
import { Type } from '#contract/platform/schema.ts'
import { templateLimits, type ClientTemplate } from '#domain/office/client-template.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, Labelled, Message, Moment, Nullable, Text } from '#contract/platform/fields.ts'

/**
 * Returns the schema of a folder with `levels` levels, written out level by level: deeper bodies are refused.
 */
const folderOf = (levels: number): TSchema =>
  Body({
    name: Text(fieldLimits.name, 1),
    description: Type.Optional(Text(fieldLimits.description)),
    ...(levels > 1 ? { folders: Type.Optional(listOf(levels - 1)) } : {}),
  })
const listOf = (levels: number): TSchema => Type.Array(folderOf(levels), { maxItems: templateLimits.folders })

/** The tree of a new client, below its root folder. */
export const Template = Type.Unsafe<ClientTemplate>(Body({ folders: listOf(templateLimits.depth) }))

const TemplateReply = Type.Object({
  template: Template,
  /**
   * The caller's current bank, whose template is changed; null for all banks: the installation's template.
   */
  bank: Nullable(Labelled),
  /** Where the template is defined: by the bank, the installation or the product. */
  origin: Type.Enum(['bank', 'installation', 'product']),
  /** Whether the caller may change it: the current bank's, or with all banks the installation's. */
  editable: Type.Boolean(),
  /** Whether it is the product's template. */
  isDefault: Type.Boolean(),
})

/** An IPv4 address, or the first four groups of an IPv6 address: the prefix that a subscriber gets. */
const Network = Type.String({ pattern: '^[\\w.:]{1,60}$' })

export const administration = {
  createClientStructure: endpoint({
    method: 'POST',
    path: '/api/administration/template_client_structure',
    summary: "Creates the folders of a client in a chest, from the template of the caller's current bank.",
    access: { permission: 'openAdministration', right: 'create', via: { chest: 'body.chestDestination' } },
    status: 201,
    creates: true,
    multipart: {},
    body: Body({
      clientName: Text(fieldLimits.name, 1),
      clientSage: Type.Optional(Text(fieldLimits.name)),
      chestDestination: Id,
    }),
    /** The id of the client's root folder, and the number of created folders, including it. */
    reply: Type.Object({ id: Id, message: Type.String(), folders: Type.Integer() }),
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH', 'CHEST_LOCKED'],
  }),
  destinations: endpoint({
    method: 'GET',
    path: '/api/administration/destination',
    summary: 'The chests in which the caller may create folders, by name; at most fifty matches.',
    access: { permission: 'openAdministration' },
    query: Body({ search: Type.Optional(Text(fieldLimits.search)) }),
    reply: Type.Array(Type.Object({ id: Id, name: Type.String(), guardian: Type.Boolean() })),
  }),
  readTemplate: endpoint({
    method: 'GET',
    path: '/api/administration/template',
    summary: "The client template of the caller's current bank, or the installation's.",
    access: { permission: 'openAdministration' },
    reply: TemplateReply,
  }),
  changeTemplate: endpoint({
    method: 'PATCH',
    path: '/api/administration/template',
    summary: "Changes the template of the caller's current bank; null restores the default.",
    access: { permission: 'openAdministration' },
    body: Body({ template: Type.Union([Template, Type.Null()]) }),
    reply: TemplateReply,
    refusals: ['TEMPLATE_INVALID', 'SCOPE_EXCEEDED', 'BANK_NOT_FOUND'],
  }),
  mailState: endpoint({
    method: 'GET',
    path: '/api/administration/mail',
    summary: 'The waiting mails of the outbox, and the last error of the mail server.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      transport: Type.Union([Type.Literal('smtp'), Type.Literal('folder')]),
      waiting: Type.Integer(),
      failed: Type.Integer(),
      lastError: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  networks: endpoint({
    method: 'GET',
    path: '/api/administration/network',
    summary:
      'The networks whose unauthenticated callers are throttled after too many wrong attempts, latest first.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      held: Type.Array(
        Type.Object({ network: Network, since: Moment, until: Moment, tries: Type.Integer() }),
      ),
      /** The number of throttled networks. At most fifty are listed. */
      total: Type.Integer(),
      /** A network is throttled after this many wrong attempts in so many minutes. */
      tries: Type.Integer(),
      minutes: Type.Integer(),
      /** Untrusted proxies seen this week: all callers behind one count as one network. */
      untrustedProxies: Type.Array(Type.Object({ address: Type.String(), seenAt: Moment })),
    }),
  }),
  liftNetwork: endpoint({
    method: 'DELETE',
    path: '/api/administration/network/:network',
    summary: 'Lifts the throttle of a network; idempotent.',
    access: { permission: 'manageEverything' },
    params: Body({ network: Network }),
    reply: Message,
    refusals: ['ROLE_REQUIRED'],
  }),
}

/** Rendered by the server with the component of the page. */
export const administrationFragment = endpoint({
  method: 'GET',
  path: '/actions/administration/get_content',
  summary: 'The form that creates the folders of a client, as HTML.',
  access: { permission: 'openAdministration' },
  reply: Type.String(),
  produces: 'text/html',
})
