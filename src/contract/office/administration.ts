import type { TSchema } from 'typebox'
import { Type } from '#contract/platform/schema.ts'
import { templateLimits, type ClientTemplate } from '#domain/office/client-template.ts'
import { ssoFailureCodes } from '#domain/identity/sso-failures.ts'
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

/** `folder`: no mail server is configured, and mails are files in the data folder. */
const MailTransport = Type.Enum(['smtp', 'folder'])

const Count = Type.Integer({ minimum: 0 })

const State = Type.Object({
  /** Accounts that are not deleted; the last two count active ones. */
  people: Type.Object({ active: Count, blocked: Count, withoutFactor: Count, neverSignedIn: Count }),
  health: Type.Object({
    database: Type.Enum(['sqlite', 'postgres']),
    databaseBytes: Count,
    /** By how much the clock of the database is ahead of this node's; 0 while the difference is harmless. */
    clockAheadMs: Type.Integer(),
    /** The nodes that recorded themselves, and those of them that have been silent for two minutes. */
    nodes: Count,
    silentNodes: Count,
    /** When the TLS certificate of this node expires; null where a proxy has it. */
    certificateExpiresAt: Nullable(Moment),
    /** When a background job last ended or failed; null before the first. `failing` failed at their last run. */
    jobs: Type.Object({ lastAt: Nullable(Moment), failing: Count }),
    /** When the directory last listed only some groups of a person, if that was in the last seven days. */
    directoryCutAt: Nullable(Moment),
  }),
  mails: Type.Object({
    transport: MailTransport,
    waiting: Count,
    failed: Count,
    /** When the oldest waiting mail was queued. */
    oldestAt: Nullable(Moment),
    lastError: Nullable(Type.String()),
  }),
  keys: Type.Object({
    /** Where this node reads its root keys. */
    source: Type.Enum(['file', 'passphrase', 'environment']),
    fingerprint: Nullable(Type.String()),
    /** Since when the key seals; null when unknown. */
    since: Nullable(Moment),
    /** The number of root keys that this node has: more than one while a rotation is under way. */
    held: Count,
  }),
  journal: Type.Object({
    /** By their numbers: on PostgreSQL an action that was rolled back leaves a gap. */
    entries: Count,
    /** The entries of the last 24 hours; at most 10 000 are counted. */
    lastDay: Count,
    /** The size of the table; null on SQLite. */
    bytes: Nullable(Count),
    /** The last daily check: when, and how many faults it found; null before the first. */
    check: Nullable(Type.Object({ at: Moment, faults: Count })),
  }),
  backups: Type.Object({
    /** Whether nightly backups are set. */
    isScheduled: Type.Boolean(),
    /** The last good one, and how many chests were opened in its copy; null before the first. */
    last: Nullable(Type.Object({ at: Moment, bytes: Count, chests: Count })),
    /** When the last try failed; null once a later one has not. */
    failedAt: Nullable(Moment),
    /** Whether none was good for a day and a half, or since they are set. */
    isLate: Type.Boolean(),
    /** Those of every few minutes: the moment that the newest one is of, and whether a round was missed; null without them. */
    recent: Nullable(Type.Object({ at: Nullable(Moment), isLate: Type.Boolean() })),
  }),
  /** The receivers of events that are set. */
  siem: Type.Array(
    Type.Object({
      receiver: Type.Enum(['syslog', 'file']),
      /** Events that wait, and since when the oldest of them does. */
      waiting: Count,
      oldestAt: Nullable(Moment),
      /** Why it takes none, and since when; null while it does. */
      fault: Nullable(Type.Object({ code: Type.String(), since: Moment })),
    }),
  ),
  version: Type.Object({
    program: Type.String(),
    node: Type.String(),
    database: Type.String(),
    release: Type.Object({ version: Type.String(), date: Type.String(), title: Type.String() }),
  }),
})

const SettingInForce = Type.Object({
  /** The name of its environment variable. */
  name: Type.String(),
  does: Type.String(),
  isSet: Type.Boolean(),
  isSecret: Type.Boolean(),
  /** The value in force; null for a secret, and where being unset is no value. */
  value: Nullable(Type.String()),
  /** What being unset means, where there is no value. */
  meaning: Nullable(Type.String()),
})

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
      transport: MailTransport,
      waiting: Type.Integer(),
      failed: Type.Integer(),
      lastError: Type.Union([Type.String(), Type.Null()]),
      /** The mails that wait because the server refuses their sender; null when none does. */
      refused: Nullable(
        Type.Object({
          count: Count,
          /** When the oldest was queued, and when one of them is tried next. */
          oldestAt: Moment,
          nextAt: Moment,
          reason: Type.String(),
          /** The oldest ones beyond as many are given up. */
          kept: Count,
        }),
      ),
    }),
  }),
  trySender: endpoint({
    method: 'POST',
    path: '/api/administration/mail/try',
    summary: 'Tries one of the mails whose sender is refused now; the others follow once it is accepted.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      /** `none`: no mail waits for its sender. `waiting`: the server has not answered yet. */
      outcome: Type.Enum(['none', 'accepted', 'refused', 'waiting']),
      /** Why the mail did not leave, in French; null where it did, or where nothing is known. */
      reason: Nullable(Type.String()),
    }),
    refusals: ['ROLE_REQUIRED'],
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/administration/state',
    summary: 'The state of the installation: accounts, health, mails, root keys, journal and version.',
    access: { permission: 'manageEverything' },
    reply: State,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/administration/setting',
    summary: 'Every setting of the server with its value in force. Secrets are left out.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      groups: Type.Array(Type.Object({ title: Type.String(), settings: Type.Array(SettingInForce) })),
    }),
  }),
  signOns: endpoint({
    method: 'GET',
    path: '/api/administration/sign-on',
    summary: 'The last failure of single sign-on of each kind, in the last 30 days, the latest first.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      /** The issuer of the settings; null without single sign-on. */
      issuer: Nullable(Type.String()),
      failures: Type.Array(
        Type.Object({
          code: Type.Enum(ssoFailureCodes),
          at: Moment,
          /** The provider's own words, which a browser may have forged; null where it said nothing. */
          error: Nullable(Type.String()),
          description: Nullable(Type.String()),
          /** The request, as the log names it. */
          requestId: Nullable(Type.String()),
        }),
      ),
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
