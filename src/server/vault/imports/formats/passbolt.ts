import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { isHeaderOf, tableFormat } from './table-format.ts'

/** Its form for 1Password, with the folder as the type. 1Password's own tables have another order. */
const forOnePassword = 'title,username,url,password,notes,type'

/**
 * Passbolt: CSV in the forms for KeePass, 1Password and LogMeOnce. Its other forms are those of the programs themselves,
 * whose readers read them. KeePassXC has the same names as the first, with the group in front.
 */
export const passbolt = tableFormat({
  id: 'passbolt',
  name: 'Passbolt',
  family: 'passbolt',
  matches: (table) =>
    table.names.join(',') === forOnePassword ||
    isHeaderOf(table, ['name', 'url', 'note', 'group', 'username', 'password'], ['extra']) ||
    (table.names[0] !== 'group' &&
      isHeaderOf(
        table,
        ['title', 'username', 'url', 'password', 'notes', 'group'],
        ['totp', 'icon', 'last modified', 'created'],
      )),
  columns: {
    title: 'title',
    name: 'title',
    username: 'login',
    url: 'address',
    password: 'password',
    notes: 'notes',
    note: 'notes',
    group: 'path',
    type: 'path',
    totp: 'otp',
    extra: ['concealed', labels.unnamed],
    icon: 'ignore',
    'last modified': 'ignore',
    created: 'ignore',
  },
})
