import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { folders } from '#contract/vault/folders.ts'
import { folderTexts, panelTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { saveField } from '#web/vault/element-panel/conflicts.ts'
import { Fact } from '#web/vault/element-panel/Fact.tsx'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { lineEditor, linesEditor } from '#web/vault/element-panel/editors.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { around } from '#web/platform/shell/checks.ts'
import { RuleFact } from '#web/vault/due-dates/RuleFact.tsx'
import { folderChecks } from './folderChecks.ts'

export type FolderDetailsProps = {
  folder: ReplyOf<typeof folders.read>
  now: number
  mayUpdate: boolean
  editRequest: number
  onChanged: () => Promise<void>
}

/** The fields of a folder. Name, description and rule of renewal are editable in place. */
export function FolderDetails(props: FolderDetailsProps): ReactNode {
  const { folder, now, mayUpdate, editRequest, onChanged } = props
  const toasts = useToasts()
  const cache = useQueryClient()
  const saverOf = (elementType: 'name' | 'description' | 'renewDays') => (value: string) =>
    saveField(
      {
        began: folder,
        onEnd: onChanged,
        field: { paramNames: [elementType], valueOf: (one) => String(one[elementType] ?? '') },
        onFresh: (fresh) => cache.setQueryData(cacheKeys.folder(folder.chestId, folder.id), fresh),
        send: async (elementValue, revision) => {
          const params = { id: folder.id }
          const reply = await call(folders.change, { params, body: { elementType, elementValue, revision } })
          toasts.success(reply.message)
        },
      },
      value,
    )
  const path = folder.path.filter(({ id }) => id !== folder.id).map(({ name }) => name)
  return (
    <>
      <InlineField
        label={folderTexts.name}
        initial={folder.name}
        check={around(folder.name, folderChecks.name)}
        onSave={mayUpdate ? saverOf('name') : undefined}
        editor={lineEditor}
        editRequest={editRequest}
        isRequired={mayUpdate}
      >
        {folder.name}
      </InlineField>
      <InlineField
        label={folderTexts.description}
        initial={folder.description}
        check={around(folder.description, folderChecks.description)}
        onSave={mayUpdate ? saverOf('description') : undefined}
        editor={linesEditor}
        isMultiline
      >
        {folder.description}
      </InlineField>
      <RuleFact
        renewDays={folder.renewDays}
        rule={folder.dueRule}
        onSave={mayUpdate ? saverOf('renewDays') : undefined}
      />
      <Fact label={folderTexts.content}>{folderTexts.contentOf(folder.countItems, folder.children)}</Fact>
      <Fact label={folderTexts.parent}>{path.length === 0 ? folderTexts.root : path.join(' / ')}</Fact>
      <Fact label={panelTexts.creator}>{folder.creator}</Fact>
      <Fact label={panelTexts.createdAt}>
        <RelativeTime at={folder.createAt} now={now} />
      </Fact>
    </>
  )
}
