/** The types of an action's recorded fields, besides the chest. An id in a list is a text. */
type Kinds = {
  readonly number: number
  readonly text: string
  readonly texts: readonly string[]
  /** null where there is none. */
  readonly 'number or null': number | null
}

/** The content of an action's row in the journal. */
type Recorded = {
  /** Whether the action names a chest; `maybe` if it can also concern none. */
  readonly chest?: 'always' | 'maybe'
  /** The recorded fields; `?` marks an optional one. Names of item fields may be recorded, values never. */
  readonly objects?: Readonly<Record<string, keyof Kinds>>
  /** `refused`: always refused; `maybe`: done or refused. The default is done. */
  readonly outcome?: 'refused' | 'maybe'
}

const user = { objects: { user: 'number' } } as const
const ofChest = { chest: 'always' } as const
const ofItem = { chest: 'always', objects: { item: 'number' } } as const
const ofAttachment = { chest: 'always', objects: { item: 'number', attachment: 'number' } } as const
const changedItem = { chest: 'always', objects: { item: 'number', field: 'text' } } as const
const changedFolder = { chest: 'always', objects: { folder: 'number', field: 'text' } } as const
const attachedUsers = { chest: 'always', objects: { users: 'texts' } } as const
const attachedTeams = { chest: 'always', objects: { teams: 'texts' } } as const
const passkey = { objects: { user: 'number', passkey: 'number' } } as const
const teamUsers = { objects: { team: 'number', users: 'texts' } } as const
const version = { objects: { version: 'number' } } as const
const taken = { objects: { type: 'text', source: 'text' } } as const
const template = { objects: { bank: 'number or null' } } as const
const elements = { items: 'number', folders: 'number', itemIds: 'texts', folderIds: 'texts' } as const
const sentTo = { chest: 'always', objects: { toChest: 'number', ...elements } } as const
const receivedFrom = {
  chest: 'always',
  objects: { fromChest: 'number', folder: 'number or null', ...elements },
} as const
const bank = { objects: { bank: 'number' } } as const
/** The row of what is deleted goes: its name stays here. Events of before have none. */
const name = { 'name?': 'text' } as const
/** The banks that it was attached to, whose administrators see the event. Events of before have none. */
const banks = { 'banks?': 'texts' } as const
const imported = {
  chest: 'always',
  objects: {
    folder: 'number or null',
    folders: 'number',
    items: 'number',
    updated: 'number',
    folderIds: 'texts',
    itemIds: 'texts',
    updatedIds: 'texts',
    'renamedIds?': 'texts',
  },
} as const

/**
 * The actions of the journal, with what each records. The names are stored: never rename one, and keep an
 * unused one as long as rows have it.
 */
export const journalActions = {
  'access.refused': {
    chest: 'maybe',
    objects: { call: 'text', code: 'text', count: 'number', asked: 'texts', 'since?': 'text' },
    outcome: 'refused',
  },

  'sign-in.password-accepted': {},
  'sign-in.password-expired': { objects: { reason: 'text', 'directoryCode?': 'text' }, outcome: 'refused' },
  'sign-in.refused': { objects: { step: 'text', reason: 'text' }, outcome: 'refused' },
  'sign-in.failed': { objects: { step: 'text', 'directoryCode?': 'text' }, outcome: 'refused' },
  'sign-in.blocked': { objects: { step: 'text' }, outcome: 'refused' },
  'sign-in.done': {},
  'sign-in.ended': {},
  'setup.done': user,
  'sso.unknown': { outcome: 'refused' },
  'sso.accepted': {},
  'sso.linked': user,
  'sso.parted': user,

  'account.proved': { objects: { factor: 'text' } },
  'account.renamed': { objects: { user: 'number', fields: 'texts' } },
  'password.changed': user,
  'password.link-asked': user,
  'second-factor.shown': {},
  'second-factor.mailed': {},
  'second-factor.enrolled': { objects: { 'kind?': 'text' } },
  'second-factor.replaced': { objects: { user: 'number', 'kind?': 'text' } },
  'second-factor.reset-asked': {},
  'second-factor.reset-confirmed': {},
  'second-factor.reset': {},
  'recovery-codes.renewed': user,
  'recovery-code.used': user,
  'passkey.added': passkey,
  'passkey.renamed': passkey,
  'passkey.removed': passkey,
  'passkey.used': { objects: { passkey: 'number' } },
  'clock.corrected': {
    objects: {
      sessions: 'number',
      unlocks: 'number',
      blocks: 'number',
      links: 'number',
      authenticators: 'number',
    },
  },
  'second-factor.step-reset': user,
  'session.ended': { chest: 'maybe', objects: { 'session?': 'text', 'reason?': 'text' }, outcome: 'maybe' },
  'session.locked': { objects: { reason: 'text' } },
  'session.reopened': { objects: { factor: 'text' } },
  'session.prolonged': {},
  'session.others-ended': { objects: { ended: 'number' } },

  'directory.linked': { objects: { user: 'number', directory: 'number' } },
  'directory.relinked': {
    objects: { user: 'number', directory: 'number', from: 'text', to: 'text', left: 'texts' },
  },
  'directory.refreshed': { objects: { user: 'number', fields: 'texts', kept: 'texts' } },
  'directory.teams-followed': { objects: { user: 'number', joined: 'texts', left: 'texts' } },
  'directory.absence-found': { objects: { user: 'number', reason: 'text' } },
  'directory.account-deactivated': { objects: { user: 'number' } },
  'directory.account-tried': { objects: { directory: 'number' } },
  'directory.people-searched': { objects: { directory: 'number', users: 'number' } },
  'mails.sender-tried': {},
  'directory.group-added': { objects: { line: 'number', team: 'number' } },
  'directory.group-removed': { objects: { line: 'number', team: 'number', users: 'texts' } },

  'chest.created': ofChest,
  'chest.updated': { chest: 'always', objects: { fields: 'texts' } },
  'chest.deleted': ofChest,
  'chest.restored': ofChest,
  'chest.erased': { chest: 'always', objects: name },
  'chest.users-attached': attachedUsers,
  'chest.users-detached': attachedUsers,
  'chest.teams-attached': attachedTeams,
  'chest.teams-detached': attachedTeams,
  'rights.granted': {
    chest: 'always',
    objects: { 'user?': 'number', 'team?': 'number', before: 'texts', rights: 'texts' },
  },
  'rights.lapsed': ofChest,

  'masterkey.set': ofChest,
  'masterkey.changed': ofChest,
  'masterkey.leaked': ofChest,
  'masterkey.removed': ofChest,
  'masterkey.renewed': ofChest,
  'masterkey.opened': ofChest,
  'masterkey.raised': ofChest,
  'masterkey.locked': ofChest,
  'masterkey.wrong': { chest: 'always', objects: { triesLeft: 'number' }, outcome: 'refused' },

  'item.created': { chest: 'always', objects: { item: 'number', folder: 'number or null' } },
  'item.changed': changedItem,
  'item.moved': changedItem,
  'item.copied': ofItem,
  'item.code.read': ofItem,
  'item.otp.read': ofItem,
  'item.field.read': { chest: 'always', objects: { item: 'number', field: 'number' } },
  'item.version.opened': { chest: 'always', objects: { item: 'number', version: 'number', field: 'text' } },
  'item.version.restored': { chest: 'always', objects: { item: 'number', version: 'number', field: 'text' } },
  'item.attachment.added': ofAttachment,
  'item.attachment.read': ofAttachment,
  'item.attachment.removed': ofAttachment,
  'item.attachment.restored': ofAttachment,
  'item.attachment.erased': ofAttachment,
  'item.trashed': { chest: 'always', objects: { item: 'number', trash: 'number' } },
  'folder.created': { chest: 'always', objects: { folder: 'number', parent: 'number or null' } },
  'folder.changed': changedFolder,
  'folder.moved': changedFolder,
  'folder.version.opened': {
    chest: 'always',
    objects: { folder: 'number', version: 'number', field: 'text' },
  },
  'folder.version.restored': {
    chest: 'always',
    objects: { folder: 'number', version: 'number', field: 'text' },
  },
  'folder.trashed': { chest: 'always', objects: { folder: 'number', trash: 'number' } },
  'trash.restored': { chest: 'always', objects: { trash: 'number', 'item?': 'number', 'folder?': 'number' } },
  'trash.destroyed': {
    chest: 'always',
    objects: { trash: 'number', 'item?': 'number', 'folder?': 'number' },
  },
  'category.renamed': { objects: { category: 'number' } },
  'client.copy_password': taken,
  'client.view_password': taken,
  'import.lockself': imported,
  'import.keepass': imported,
  'import.csv': imported,
  'import.manager': {
    chest: 'always',
    objects: { ...imported.objects, format: 'text', 'attachmentIds?': 'texts' },
  },
  'import.checked': { chest: 'always', objects: { format: 'text', entries: 'number' } },
  'import.undone': {
    chest: 'always',
    objects: {
      import: 'number',
      itemIds: 'texts',
      folderIds: 'texts',
      updatedIds: 'texts',
      'renamedIds?': 'texts',
      kept: 'number',
    },
  },
  'export.done': {
    chest: 'always',
    objects: {
      format: 'text',
      scope: 'text',
      'folder?': 'number',
      withOld: 'text',
      items: 'number',
      itemIds: 'texts',
      'attachmentIds?': 'texts',
    },
  },
  // A reading of each item in the chest that it is copied from.
  'copy.read': { chest: 'always', objects: { ...sentTo.objects, otps: 'number' } },
  'copy.created': receivedFrom,
  'transfer.sent': sentTo,
  'transfer.received': receivedFrom,
  'authority.tampered': { objects: { row: 'text' }, outcome: 'refused' },
  'journal.checked': {
    objects: { rows: 'number', faults: 'number', 'archives?': 'number', 'archive?': 'text' },
    outcome: 'maybe',
  },
  'journal.archived': { objects: { archive: 'text', rows: 'number', until: 'text' } },
  // `share`: of the chests, whose turn it was; `broken`: the shares in which values do not open. Rows of before have no `by`.
  'backup.made': {
    objects: {
      'file?': 'text',
      'bytes?': 'number',
      'opened?': 'number',
      'share?': 'number',
      'broken?': 'texts',
      'by?': 'text',
      'reason?': 'text',
    },
    outcome: 'maybe',
  },
  // `rows`: of the journal, at that moment.
  'backup.restored': {
    objects: {
      backup: 'text',
      rows: 'number',
      sessions: 'number',
      links: 'number',
      mails: 'number',
      notas: 'number',
    },
  },
  'siem.set-back': { objects: { receiver: 'text', since: 'text', events: 'number' } },
  'journal.exported': { chest: 'maybe', objects: { format: 'text', filters: 'texts', 'export?': 'text' } },
  'nota.create': { chest: 'always', objects: { nota: 'number', expirationDateId: 'number' } },
  'nota.read': { chest: 'always', objects: { nota: 'number' }, outcome: 'maybe' },
  'nota.destroy': { chest: 'always', objects: { nota: 'number' }, outcome: 'refused' },

  'bank.created': bank,
  'bank.updated': { objects: { bank: 'number', fields: 'texts' } },
  'bank.deleted': { objects: { bank: 'number', ...name } },
  'bank.users-attached': { objects: { bank: 'number', users: 'texts' } },
  'bank.user-detached': { objects: { bank: 'number', user: 'number' } },
  'bank.team-attached': { objects: { bank: 'number', team: 'number' } },
  'bank.team-detached': { objects: { bank: 'number', team: 'number' } },
  'bank.chest-attached': { chest: 'always', objects: { bank: 'number' } },
  'bank.chest-detached': { chest: 'always', objects: { bank: 'number' } },
  'team.created': { objects: { team: 'number', bank: 'number or null' } },
  'team.updated': { objects: { team: 'number', fields: 'texts' } },
  'team.deleted': { objects: { team: 'number', ...name, ...banks } },
  'team.users-attached': teamUsers,
  'team.users-detached': teamUsers,
  'user.created': {
    objects: {
      user: 'number',
      'bank?': 'number or null',
      'banks?': 'texts',
      'teams?': 'texts',
      'role?': 'text',
    },
  },
  // With the roles when it changed. Events of before have none.
  'user.updated': {
    objects: { user: 'number', fields: 'texts', 'left?': 'texts', 'roleBefore?': 'text', 'role?': 'text' },
  },
  'user.deleted': { objects: { user: 'number', ...banks } },
  'user.unblocked': user,
  'user.bank-changed': { objects: { bank: 'number or null' } },
  'user.password-reset': user,
  'user.login-sent': user,
  'user.second-factor-reset': user,
  'user.second-factor-kept': user,
  'user.session-ended': { objects: { user: 'number', session: 'text' } },
  'user.sessions-ended': { objects: { user: 'number', ended: 'number' } },
  'users.import-checked': {
    objects: { users: 'number', fails: 'number', 'linked?': 'number', 'absent?': 'number' },
  },
  'users.imported': { objects: { users: 'number' } },
  'client.created': { chest: 'always', objects: { folder: 'number', folders: 'number' } },
  'template.changed': template,
  'template.reset': template,
  'first-start.passed': { objects: { steps: 'texts', outcome: 'text' } },
  'root-key.copy-confirmed': {},
  'network.lifted': { objects: { network: 'text' } },
  'alert.seen': { chest: 'maybe', objects: { alert: 'number', kind: 'text', 'user?': 'number' } },

  'keys.published': version,
  'keys.activated': version,
  'keys.retired': version,
  'keys.confirmed': version,
  'keys.node-forgotten': { objects: { node: 'text' } },
} as const satisfies Record<string, Recorded>

type Actions = typeof journalActions
export type JournalAction = keyof Actions

type Objects<Names extends NonNullable<Recorded['objects']>> = {
  readonly [Name in keyof Names as Name extends `${string}?` ? never : Name]: Kinds[Names[Name]]
} & {
  readonly [Name in keyof Names as Name extends `${infer Bare}?` ? Bare : never]?: Kinds[Names[Name]]
}

type Bare<Name> = Name extends `${infer Known}?` ? Known : Name
/** What any action records, besides the chest. */
export type JournalField = {
  [Action in JournalAction]: Actions[Action] extends { objects: infer Names }
    ? Bare<keyof Names & string>
    : never
}[JournalAction]

type ChestOf<Of> = Of extends { chest: 'always' }
  ? { readonly chest: number }
  : Of extends { chest: 'maybe' }
    ? { readonly chest?: number }
    : { readonly chest?: never }
type ObjectsOf<Of> = Of extends { objects: infer Names extends NonNullable<Recorded['objects']> }
  ? Record<never, never> extends Objects<Names>
    ? { readonly objects?: Objects<Names> }
    : { readonly objects: Objects<Names> }
  : { readonly objects?: never }
type OutcomeOf<Of> = Of extends { outcome: 'refused' }
  ? { readonly outcome: 'refused' }
  : Of extends { outcome: 'maybe' }
    ? { readonly outcome?: 'refused' }
    : { readonly outcome?: never }

/** The event of one action, typed by its row of the table. */
export type JournalEventOf<Action extends JournalAction> = {
  [Name in Action]: { readonly action: Name } & ChestOf<Actions[Name]> &
    ObjectsOf<Actions[Name]> &
    OutcomeOf<Actions[Name]>
}[Action]
