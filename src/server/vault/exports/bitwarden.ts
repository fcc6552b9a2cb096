import { categories, categoryOfId, defaultCategoryId } from '#domain/platform/categories.ts'
import { isConcealed } from '#domain/vault/extra-fields.ts'
import { categoryTexts } from '#texts/platform/categories.ts'
import { bitwardenLabels } from '#texts/vault/import-formats.ts'
import { ownGenerator } from '#server/vault/imports/formats/bitwarden.ts'
import { slashInName } from '#server/vault/imports/formats/bitwarden-shapes.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { createExportIds } from './export-ids.ts'
import { keyUriOf, withPaths, type ExportContent, type ExportFolder, type ExportItem } from './model.ts'

const uuidShape = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/
const bitwardenId = (id: string): Buffer | null =>
  uuidShape.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : null

const uuidText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Returns an export as Bitwarden writes one of a person in clear, entry by entry: each is made when it is asked for. */
export async function* bitwardenTexts(
  content: ExportContent,
  installation: string,
  yielder: Yielder,
): AsyncGenerator<string> {
  const idOf = createExportIds(installation, 'bitwarden', bitwardenId)
  const ids = new Map<ExportFolder, string>()
  const folders: { id: string; name: string }[] = []
  const addFolders = (list: readonly ExportFolder[], path: readonly string[]): void => {
    for (const folder of list) {
      const id = uuidText(idOf('folder', folder))
      const within = [...path, folder.name.replaceAll('/', slashInName)]
      ids.set(folder, id)
      folders.push({ id, name: within.join('/') })
      addFolders(folder.folders, within)
    }
  }
  addFolders(content.folders, [])
  const head = { encrypted: false, generator: ownGenerator, folders }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let isFirst = true
  for (const { item, folder } of withPaths(content)) {
    const entry = {
      id: uuidText(idOf('item', item)),
      organizationId: null,
      folderId: folder === null ? null : (ids.get(folder) ?? null),
      ...entryOf(item),
    }
    yield `${isFirst ? '' : ','}${JSON.stringify(entry)}`
    isFirst = false
    const pause = yielder.step(8)
    if (pause) await pause
  }
  yield ']}'
}

function entryOf(item: ExportItem) {
  const { name, login, password, address, description, otp, created, modified, former } = item
  return {
    type: 1,
    reprompt: 0,
    name,
    notes: description === '' ? null : description,
    favorite: false,
    fields: [
      ...item.fields.map((field) => fieldOf(field.label, field.value, isConcealed(field))),
      ...categoryOf(item),
      ...renewalOf(item),
    ],
    login: {
      uris: address === '' ? [] : [{ match: null, uri: address }],
      username: login === '' ? null : login,
      password: password === '' ? null : password,
      totp: keyUriOf(otp),
      fido2Credentials: [],
    },
    collectionIds: null,
    passwordHistory:
      former.length === 0
        ? null
        : former.map(({ value, until }) => ({ lastUsedDate: momentOf(until), password: value })),
    creationDate: momentOf(created),
    revisionDate: momentOf(modified),
    deletedDate: null,
  }
}

const momentOf = (time: number): string => new Date(time).toISOString()

/** Bitwarden's types of fields: 0 shows its value, 1 hides it. */
const fieldOf = (name: string, value: string, isHidden: boolean) => ({
  name,
  value,
  type: isHidden ? 1 : 0,
  linkedId: null,
})

/** Returns a field with the category, where an import would not find it out. */
function categoryOf({ categoryId, otp, password, fields }: ExportItem) {
  const guessed = otp !== null && password === '' ? categories.otp.id : defaultCategoryId
  if (categoryId === guessed && !isTaken(fields, bitwardenLabels.category)) return []
  return [fieldOf(bitwardenLabels.category, categoryTexts[categoryOfId(categoryId) ?? 'other'], false)]
}

/** Returns a field with the date of renewal; an empty one where a field of the item would be taken for it. */
const renewalOf = ({ renewBefore, fields }: ExportItem) =>
  renewBefore === null && !isTaken(fields, bitwardenLabels.renewal)
    ? []
    : [fieldOf(bitwardenLabels.renewal, renewBefore ?? '', false)]

/** Whether an item has a field with a label that means something here. */
const isTaken = (fields: ExportItem['fields'], taken: string): boolean =>
  fields.some(({ label }) => label === taken)
