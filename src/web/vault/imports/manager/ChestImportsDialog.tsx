import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { importSourceNames } from '#domain/vault/import-sources.ts'
import { formatDay } from '#texts/platform/format.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { managerImportTexts } from '#texts/vault/manager-imports.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pages } from '#web/platform/ui/Pages.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { useChestImports, useImportFormats } from './calls.ts'
import { UndoImportDialog } from './UndoImportDialog.tsx'
import styles from './ManagerImport.module.css'

const texts = managerImportTexts.list

export type ChestImportsDialogProps = {
  chest: { id: number; name: string }
  /** Called after an import was undone. */
  onChanged: () => Promise<void>
  onClose: () => void
}

/** The imports of a chest: the file, who, when, what, and their undoing. */
export function ChestImportsDialog({ chest, onChanged, onClose }: ChestImportsDialogProps): ReactNode {
  const cache = useQueryClient()
  const query = useChestImports(chest.id)
  const { data: formats = [] } = useImportFormats()
  const now = useNow(60_000)
  const [undone, setUndone] = useState<number | null>(null)
  const nameOf = (format: string): string => {
    const source = importSourceNames.find((name) => name === format)
    if (source !== undefined) return importTexts.sources[source].name
    return formats.find(({ id }) => id === format)?.name ?? format
  }
  const nameOfImport = ({ fileName, format }: { fileName: string | null; format: string }): string =>
    fileName ?? nameOf(format)
  const asked = query.data?.find(({ id }) => id === undone)
  return (
    <Dialog
      title={texts.title(chest.name)}
      isOpen
      size="large"
      onClose={onClose}
      footer={
        <Button look="primary" onPress={onClose}>
          {uiTexts.close}
        </Button>
      }
    >
      <Loaded query={query} failed={texts.failed} lines={6}>
        {(imports) => (
          <Pages items={imports}>
            {(shown) => (
              <DataTable
                label={texts.label}
                rows={shown}
                rowKey={({ id }) => id}
                rowName={nameOfImport}
                empty={<EmptyState title={texts.none}>{texts.noneDetail}</EmptyState>}
                columns={[
                  {
                    id: 'file',
                    label: texts.file,
                    card: 'title',
                    least: 11,
                    cell: ({ fileName }) => <span className={styles.wraps}>{fileName ?? texts.noFile}</span>,
                  },
                  {
                    id: 'format',
                    label: texts.format,
                    least: 9,
                    cell: ({ format }) => <span className={styles.wraps}>{nameOf(format)}</span>,
                  },
                  {
                    id: 'at',
                    label: texts.when,
                    width: 'medium',
                    cell: ({ at }) => <RelativeTime at={at} now={now} />,
                  },
                  { id: 'user', label: texts.who, width: 'medium', cell: ({ user }) => user },
                  {
                    id: 'counts',
                    label: texts.counts,
                    least: 9,
                    cell: ({ counts }) => texts.content(counts),
                  },
                  {
                    id: 'state',
                    label: texts.state,
                    width: 'small',
                    cell: ({ undoable, undoneAt, ...row }) =>
                      undoneAt !== null ? (
                        <Badge>{texts.undone}</Badge>
                      ) : undoable ? (
                        <Button
                          size="small"
                          aria-label={texts.undoNamed(nameOfImport(row), formatDay(Date.parse(row.at)))}
                          onPress={() => setUndone(row.id)}
                        >
                          {texts.undo}
                        </Button>
                      ) : (
                        texts.inPlace
                      ),
                  },
                ]}
              />
            )}
          </Pages>
        )}
      </Loaded>
      {asked !== undefined && (
        <UndoImportDialog
          importId={asked.id}
          counts={asked.counts}
          onUndone={async () => {
            await cache.invalidateQueries({ queryKey: cacheKeys.imports(chest.id) })
            await onChanged()
          }}
          onClose={() => setUndone(null)}
        />
      )}
    </Dialog>
  )
}
