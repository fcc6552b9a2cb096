import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { managerImports } from '#contract/vault/manager-imports.ts'
import { cacheKeys, readRepeatedly } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { optionsOf } from './answers.ts'
import type { Asked, Preview } from './usePreview.ts'

/** The file and what opens it. It is sent again by each preview and by the import: the server keeps none of it. */
export type GivenFile = {
  readonly file: File
  readonly keyFile: File | null
  /** Null without one; an empty text is a password too. */
  readonly password: string | null
  /** The id of the chosen format; null lets the content decide. */
  readonly format: string | null
}
export type Target = { readonly chestId: number; readonly folderId: number | null }
export type Applied = ReplyOf<typeof managerImports.apply>
export type ImportFormat = ReplyOf<typeof managerImports.formats>[number]

/** Entries on a page of the preview. */
export const pageRows = 200

const partsOf = ({ file, keyFile, password, format }: GivenFile, { chestId, folderId }: Target) => ({
  body: {
    chestId,
    folderId: folderId ?? ('' as const),
    ...(password !== null && { password }),
    ...(format !== null && { format }),
  },
  file,
  second: keyFile ?? undefined,
})

/** Loads a preview. A server that is busy with another one is asked again. */
export function loadPreview(
  given: GivenFile,
  target: Target,
  { answers, verdict, offset }: Asked,
  signal?: AbortSignal,
): Promise<Preview> {
  const { body, ...files } = partsOf(given, target)
  const page = { options: optionsOf(answers), offset, limit: pageRows, ...(verdict !== null && { verdict }) }
  return readRepeatedly(() =>
    call(managerImports.preview, {
      body: { ...body, ...page },
      ...files,
      ...(signal !== undefined && { signal }),
    }),
  )
}

/** Imports the file as its preview said. */
export function applyImport(
  given: GivenFile,
  target: Target,
  { answers }: Asked,
  plan: string,
): Promise<Applied> {
  const { body, ...files } = partsOf(given, target)
  return call(managerImports.apply, { body: { ...body, options: optionsOf(answers), plan }, ...files })
}

/** The formats of other managers. They change with the installed version only. */
export const useImportFormats = () =>
  useQuery({
    ...replyQuery(cacheKeys.importFormats, managerImports.formats, {}),
    staleTime: Infinity,
  })

/** The imports of a chest, newest first. */
export const useChestImports = (chestId: number) =>
  useQuery(replyQuery(cacheKeys.imports(chestId), managerImports.list, { query: { chestId } }))
