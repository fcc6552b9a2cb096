import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Trash2 } from 'lucide-react'
import { directory } from '#contract/identity/directory.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { directoryTexts as texts } from '#texts/identity/directory.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './DirectoryGroups.module.css'
import { GroupForm } from './GroupForm.tsx'

const queryKey = ['directory', 'groups']
type Line = ReplyOf<typeof directory.groups>[number]

/** The directory groups that map to teams, and the form that adds a mapping. */
export function DirectoryGroups(): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Line | null>(null)
  const query = useQuery(replyQuery(queryKey, directory.groups, {}))

  const refresh = () => cache.invalidateQueries({ queryKey })
  const add = async (body: { dn: string; teamId: number }): Promise<string | null> => {
    try {
      await call(directory.addGroup, { body })
      toasts.success(texts.added)
      await refresh()
      return null
    } catch (refusal) {
      toasts.error(texts.addFailed)
      return sentenceOf(refusal)
    }
  }
  const remove = async (line: Line) => {
    try {
      await call(directory.removeGroup, { params: { id: line.id } })
      toasts.success(texts.removed)
    } catch {
      toasts.error(texts.removeFailed)
    }
    await refresh()
  }
  return (
    <>
      <GroupForm onAdd={add} />
      <Loaded query={query} failed={texts.loadFailed} lines={3}>
        {(lines) => <Lines lines={lines} onRemove={setAsked} />}
      </Loaded>
      {asked && (
        <ConfirmDialog
          isOpen
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{texts.removeDetail(asked.team.name)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Lines({ lines, onRemove }: { lines: readonly Line[]; onRemove: (line: Line) => void }): ReactNode {
  if (lines.length === 0) return <p className={styles.none}>{texts.noneDetail}</p>
  return (
    <ul className={styles.list} aria-label={texts.list}>
      {lines.map((line) => (
        <li key={line.id} className={styles.line}>
          <span className={styles.group}>
            <span className={styles.name}>{line.name}</span>
            <span className={styles.dn}>{line.dn}</span>
            {line.isUncounted && (
              <>
                <Badge tone="attention">{texts.uncounted}</Badge>
                <span className={styles.warning}>{texts.uncountedDetail}</span>
              </>
            )}
          </span>
          <ArrowRight className={styles.arrow} aria-hidden="true" />
          <span className={styles.team}>{line.team.name}</span>
          <IconButton
            label={texts.removeOf(line.name, line.team.name)}
            icon={<Trash2 />}
            size="small"
            onPress={() => onRemove(line)}
          />
        </li>
      ))}
    </ul>
  )
}
