import { sql, type Kysely } from 'kysely'
import { categories, categoryKeys } from '#domain/platform/categories.ts'
import { categoryTexts } from '#texts/platform/categories.ts'
import type { Columns } from '../columns.ts'
import type { Migration } from '../migrate.ts'
import { createIndexes, key, required, requiredTo, table, to, zero } from './declarations.ts'

type Db = Kysely<unknown>

async function createUsers(db: Db, c: Columns): Promise<void> {
  await table(db, c, 'users')
    .addColumn('id', c.id, c.primary)
    .addColumn('login', c.text, required)
    .addColumn('login_key', c.text, (column) => column.unique())
    .addColumn('email', c.text, required)
    .addColumn('email_key', c.text, (column) => column.unique())
    .addColumn('first_name', c.text, required)
    .addColumn('last_name', c.text, required)
    .addColumn('role', c.text, required)
    .addColumn('type', c.text, required)
    .addColumn('state_id', c.integer, required)
    .addColumn('ad_id', c.id)
    .addColumn('ad_sam_account', c.text)
    .addColumn('last_bank_id', c.id)
    .addColumn('last_chest_id', c.id)
    .addColumn('read_features', c.flag, zero)
    .addColumn('second_factor', c.text, required)
    .addColumn('totp_secret', c.blob)
    .addColumn('totp_pending', c.blob)
    .addColumn('qr_scanned', c.flag, zero)
    .addColumn('last_step', c.integer, zero)
    .addColumn('failures', c.integer, zero)
    .addColumn('blocks', c.integer, zero)
    .addColumn('blocked_until', c.integer)
    .addColumn('created_at', c.integer, required)
    .addColumn('created_by', c.id)
    .addColumn('deleted_at', c.integer)
    .execute()
  await table(db, c, 'password_hashes')
    .addColumn('id', c.id, c.primary)
    .addColumn('user_id', c.id, requiredTo('users.id'))
    .addColumn('hash', c.blob, required)
    .addColumn('created_at', c.integer, required)
    .execute()
  await table(db, c, 'sessions')
    .addColumn('id', c.text, key)
    .addColumn('secret_hash', c.blob, required)
    .addColumn('user_id', c.id, requiredTo('users.id'))
    .addColumn('created_at', c.integer, required)
    .addColumn('last_seen_at', c.integer, required)
    .addColumn('expires_at', c.integer, required)
    .addColumn('ip', c.text, required)
    .addColumn('user_agent', c.text, required)
    .execute()
  await table(db, c, 'sign_in_steps')
    .addColumn('jti', c.text, key)
    .addColumn('user_id', c.id, requiredTo('users.id'))
    .addColumn('binding_hash', c.blob, required)
    .addColumn('expires_at', c.integer, required)
    .addColumn('used_at', c.integer)
    .execute()
}

async function createBanksAndTeams(db: Db, c: Columns): Promise<void> {
  await table(db, c, 'banks')
    .addColumn('id', c.id, c.primary)
    .addColumn('label', c.text, required)
    .addColumn('description', c.text, required)
    .addColumn('max_user', c.integer)
    .addColumn('active', c.flag, required)
    .addColumn('create_by', c.id, to('users.id'))
    .addColumn('created_at', c.integer, required)
    .execute()
  await table(db, c, 'teams')
    .addColumn('id', c.id, c.primary)
    .addColumn('name', c.text, required)
    .addColumn('description', c.text, required)
    .addColumn('created_by', c.id, to('users.id'))
    .addColumn('created_at', c.integer, required)
    .execute()
  await table(db, c, 'team_users')
    .addColumn('team_id', c.id, requiredTo('teams.id'))
    .addColumn('user_id', c.id, requiredTo('users.id'))
    .addPrimaryKeyConstraint('team_users_pk', ['user_id', 'team_id'] as never)
    .execute()
}

async function createChests(db: Db, c: Columns): Promise<void> {
  await table(db, c, 'chests')
    .addColumn('id', c.id, c.primary)
    .addColumn('name', c.text, required)
    .addColumn('description', c.text, required)
    .addColumn('type', c.text, required)
    .addColumn('guardian', c.flag, zero)
    .addColumn('revision', c.integer, zero)
    .addColumn('key_version', c.integer, required)
    .addColumn('created_by', c.id, to('users.id'))
    .addColumn('created_at', c.integer, required)
    .addColumn('deleted_at', c.integer)
    .execute()
  await table(db, c, 'chest_keys')
    .addColumn('chest_id', c.id, requiredTo('chests.id'))
    .addColumn('version', c.integer, required)
    .addColumn('root_version', c.integer, required)
    .addColumn('wrapped', c.blob, required)
    .addColumn('salt', c.blob)
    .addPrimaryKeyConstraint('chest_keys_pk', ['chest_id', 'version'] as never)
    .execute()
  for (const [name, target] of [
    ['bank_users', 'user'],
    ['bank_teams', 'team'],
    ['bank_chests', 'chest'],
  ] as const) {
    await table(db, c, name)
      .addColumn('id', c.id, c.primary)
      .addColumn('bank_id', c.id, requiredTo('banks.id'))
      .addColumn(`${target}_id`, c.id, requiredTo(`${target}s.id`))
      .addUniqueConstraint(`${name}_once`, [`${target}_id`, 'bank_id'] as never)
      .execute()
  }
  for (const holder of ['user', 'team'] as const) {
    await table(db, c, `chest_${holder}_rights`)
      .addColumn('chest_id', c.id, requiredTo('chests.id'))
      .addColumn(`${holder}_id`, c.id, requiredTo(`${holder}s.id`))
      .addColumn('can_read', c.flag, zero)
      .addColumn('can_create', c.flag, zero)
      .addColumn('can_update', c.flag, zero)
      .addColumn('can_delete', c.flag, zero)
      .addColumn('can_export', c.flag, zero)
      .addPrimaryKeyConstraint(`chest_${holder}_rights_pk`, [`${holder}_id`, 'chest_id'] as never)
      .execute()
  }
}

async function createContent(db: Db, c: Columns): Promise<void> {
  await table(db, c, 'categories').addColumn('id', c.id, key).addColumn('name', c.text, required).execute()
  await table(db, c, 'trash_entries')
    .addColumn('id', c.id, c.primary)
    .addColumn('chest_id', c.id, requiredTo('chests.id'))
    .addColumn('element', c.text, required)
    .addColumn('element_id', c.id, required)
    .addColumn('deleted_by', c.id, requiredTo('users.id'))
    .addColumn('deleted_at', c.integer, required)
    .execute()
  await elementTable(db, c, 'folders').addColumn('parent_id', c.id, to('folders.id')).execute()
  await elementTable(db, c, 'items')
    .addColumn('folder_id', c.id, to('folders.id'))
    .addColumn('category_id', c.id, requiredTo('categories.id'))
    .addColumn('has_password', c.flag, zero)
    .addColumn('has_otp', c.flag, zero)
    .addColumn('password', c.blob)
    .addColumn('password_revision', c.integer, zero)
    .addColumn('otp', c.blob)
    .addColumn('otp_revision', c.integer, zero)
    .execute()
  await table(db, c, 'versions')
    .addColumn('id', c.id, c.primary)
    .addColumn('element', c.text, required)
    .addColumn('element_id', c.id, required)
    .addColumn('field', c.text, required)
    .addColumn('sealed', c.blob, required)
    .addColumn('created_by', c.id, requiredTo('users.id'))
    .addColumn('created_at', c.integer, required)
    .execute()
  await table(db, c, 'history')
    .addColumn('id', c.id, c.primary)
    .addColumn('chest_id', c.id, requiredTo('chests.id'))
    .addColumn('element', c.text, required)
    .addColumn('element_id', c.id, required)
    .addColumn('action', c.text, required)
    .addColumn('param_name', c.text)
    .addColumn('user_id', c.id, requiredTo('users.id'))
    .addColumn('user_name', c.text, required)
    .addColumn('created_at', c.integer, required)
    .execute()
}

async function createSystem(db: Db, c: Columns): Promise<void> {
  await table(db, c, 'journal')
    .addColumn('seq', c.id, c.primary)
    .addColumn('at', c.integer, required)
    .addColumn('actor_id', c.id)
    .addColumn('actor_name', c.text)
    .addColumn('session_id', c.text)
    .addColumn('ip', c.text, required)
    .addColumn('action', c.text, required)
    .addColumn('outcome', c.text, required)
    .addColumn('chest_id', c.id)
    .addColumn('objects', c.text, required)
    .execute()
  await table(db, c, 'settings').addColumn('name', c.text, key).addColumn('value', c.text, required).execute()
}

const indexes = {
  password_hashes: [['user_id']],
  sessions: [['user_id'], ['expires_at']],
  sign_in_steps: [['expires_at']],
  team_users: [['team_id']],
  bank_users: [['bank_id']],
  bank_teams: [['bank_id']],
  bank_chests: [['bank_id']],
  chest_keys: [['root_version']],
  chest_user_rights: [['chest_id']],
  chest_team_rights: [['chest_id']],
  folders: [['chest_id', 'chest_revision', 'id'], ['parent_id'], ['trash_id']],
  items: [['chest_id', 'chest_revision', 'id'], ['folder_id'], ['trash_id']],
  trash_entries: [['chest_id', 'deleted_at']],
  versions: [['element', 'element_id', 'field']],
  history: [['element', 'element_id']],
  journal: [['actor_id'], ['chest_id']],
} as const

/** The first shape of the database. */
export const first: Migration = {
  id: '0001-first',
  async up(db, c) {
    await createUsers(db, c)
    await createBanksAndTeams(db, c)
    await createChests(db, c)
    await createContent(db, c)
    await createSystem(db, c)
    await createIndexes(db, indexes)
    for (const category of categoryKeys) {
      await sql`insert into categories (id, name) values (${categories[category].id}, ${categoryTexts[category]})`.execute(
        db,
      )
    }
  },
}

const elementTable = (db: Db, c: Columns, name: string) =>
  table(db, c, name)
    .addColumn('id', c.id, c.primary)
    .addColumn('chest_id', c.id, requiredTo('chests.id'))
    .addColumn('wrapped_key', c.blob, required)
    .addColumn('meta', c.blob, required)
    .addColumn('meta_revision', c.integer, required)
    .addColumn('revision', c.integer, required)
    .addColumn('chest_revision', c.integer, required)
    .addColumn('created_by', c.id, requiredTo('users.id'))
    .addColumn('created_at', c.integer, required)
    .addColumn('updated_at', c.integer, required)
    .addColumn('deleted_at', c.integer)
    .addColumn('trash_id', c.id)
