import { Type } from '#contract/platform/schema.ts'
import { absenceReasons } from '#domain/identity/directory-absences.ts'
import { awayReasons } from '#domain/identity/directory-away.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Message, Moment, Named, Nullable, Text } from '#contract/platform/fields.ts'

const path = '/api/administration/directory-group'
const Dn = Text(fieldLimits.distinguishedName, 1)

/** A mapping of a directory's group to a team. */
const GroupLine = Type.Object({
  id: Id,
  /** As they were when the mapping was created. */
  name: Type.String(),
  dn: Type.String(),
  team: Named,
  /** Whether people have the group as their primary group, which does not count by the settings. */
  isUncounted: Type.Boolean(),
})

/** The mappings of the directory's groups to teams, for super administrators. */
export const directory = {
  state: endpoint({
    method: 'GET',
    path: '/api/administration/directory',
    summary: 'The state of the directory, and of the account that searches in it.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      name: Type.String(),
      /** Host and port. */
      server: Type.String(),
      /** The last request that it answered, and when its certificate ends; null before the first. */
      lastSuccess: Nullable(Type.Object({ at: Moment, certificateExpiresAt: Moment })),
      /** The last request that it did not answer: the reason, and Node's code or the directory's own. */
      lastFailure: Nullable(
        Type.Object({ at: Moment, reason: Type.Enum(awayReasons), code: Nullable(Type.String()) }),
      ),
      /** Accounts whose password it keeps, and those of them that are bound to an entry: when created, or by a sign-in. */
      accounts: Type.Integer({ minimum: 0 }),
      linked: Type.Integer({ minimum: 0 }),
      /** Accounts whose entry is gone or disabled, by the last look and the sign-ins since. */
      absent: Type.Integer({ minimum: 0 }),
      /** While the service account is not tried, since the directory refused it; null otherwise. */
      pause: Nullable(
        Type.Object({
          since: Moment,
          /** The first request after it tries the account again. */
          until: Moment,
          /** The directory's result and data code: `49/775`. */
          code: Type.String(),
        }),
      ),
    }),
    refusals: ['DIRECTORY_UNKNOWN'],
  }),
  absent: endpoint({
    method: 'GET',
    path: '/api/administration/directory/absent',
    summary: 'The accounts whose entry is gone or disabled, longest first, two hundred at most.',
    access: { permission: 'manageEverything' },
    reply: Type.Array(
      Type.Object({
        id: Id,
        login: Type.String(),
        firstName: Type.String(),
        lastName: Type.String(),
        isActive: Type.Boolean(),
        reason: Type.Enum(absenceReasons),
        since: Moment,
        /** Whether that is long enough to deactivate the account. */
        isLong: Type.Boolean(),
      }),
    ),
    refusals: ['DIRECTORY_UNKNOWN'],
  }),
  tryAccount: endpoint({
    method: 'POST',
    path: '/api/administration/directory/try',
    summary: 'Tries the account that searches now, whether or not it waits after a refusal.',
    access: { permission: 'manageEverything' },
    reply: Type.Object({
      accepted: Type.Boolean(),
      /** Node's code or the directory's own, of a try that failed; null without one. */
      code: Nullable(Type.String()),
    }),
    refusals: ['DIRECTORY_UNKNOWN', 'SERVER_BUSY', 'ROLE_REQUIRED'],
  }),
  groups: endpoint({
    method: 'GET',
    path,
    summary: 'The mappings of directory groups to teams, by name.',
    access: { permission: 'manageEverything' },
    reply: Type.Array(GroupLine),
  }),
  searchGroups: endpoint({
    method: 'GET',
    path: `${path}/search`,
    summary: 'Groups of the directory whose name contains a text, fifty at most.',
    access: { permission: 'manageEverything' },
    query: Body({ search: Type.Optional(Text(fieldLimits.search)) }),
    reply: Type.Array(Type.Object({ dn: Type.String(), name: Type.String() })),
    refusals: ['DIRECTORY_UNKNOWN', 'DIRECTORY_AWAY', 'SERVER_BUSY'],
  }),
  addGroup: endpoint({
    method: 'POST',
    path,
    summary: 'Maps a directory group to a team: its people are members from their next sign-in on.',
    access: { permission: 'manageEverything' },
    status: 201,
    body: Body({ dn: Dn, teamId: Id }),
    reply: GroupLine,
    refusals: [
      'DIRECTORY_UNKNOWN',
      'DIRECTORY_GROUP_UNKNOWN',
      'DIRECTORY_AWAY',
      'SERVER_BUSY',
      'TEAM_NOT_FOUND',
    ],
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Removes a mapping; members that no other group of the team has leave the team immediately.',
    access: { permission: 'manageEverything' },
    params: IdParams,
    reply: Message,
    refusals: ['LINK_NOT_FOUND'],
  }),
}
