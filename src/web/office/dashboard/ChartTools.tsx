import type { ReactNode } from 'react'
import { Download, FileSpreadsheet, Image } from 'lucide-react'
import { dayOf } from '#domain/platform/days.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { MenuButton, type MenuEntry } from '#web/platform/ui/Menu.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './Cards.module.css'
import { csvOf, type CsvCell } from './csv.ts'
import { saveFile } from '#web/platform/ui/saveFile.ts'

export type ChartView = 'chart' | 'table'
const views = ['chart', 'table'] as const

export type ChartToolsProps = {
  title: string
  view: ChartView
  onView: (view: ChartView) => void
  /** Draws the picture that is saved. */
  picture: (today: string) => Promise<Blob>
  /** The rows of the same figures, column names first. */
  lines: () => readonly (readonly CsvCell[])[]
}

/** The switch between a chart and its table, and the buttons that save it. */
export function ChartTools({ title, view, onView, picture, lines }: ChartToolsProps): ReactNode {
  return (
    <>
      <div className={styles.switch} role="group" aria-label={dashboardTexts.view(title)}>
        {views.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.switchButton}
            aria-pressed={view === one}
            onClick={() => onView(one)}
          >
            {dashboardTexts[one]}
          </button>
        ))}
      </div>
      <DownloadMenu title={title} lines={lines} picture={picture} />
    </>
  )
}

type DownloadMenuProps = Pick<ChartToolsProps, 'title' | 'lines'> & Partial<Pick<ChartToolsProps, 'picture'>>

/** The menu that saves a card's picture and its rows, named after the card and the day. */
export function DownloadMenu({ title, lines, picture }: DownloadMenuProps): ReactNode {
  const toasts = useToasts()
  const save = async (ending: string, contentOf: (today: string) => Blob | Promise<Blob>) => {
    const today = dayOf(Date.now())
    try {
      saveFile(`${dashboardTexts.fileName(title, today)}.${ending}`, await contentOf(today))
    } catch {
      toasts.error(dashboardTexts.pictureFailed)
    }
  }
  const csv = () => new Blob([csvOf(lines())], { type: 'text/csv;charset=utf-8' })
  const entries: MenuEntry[] = [
    {
      id: 'csv',
      label: dashboardTexts.asCsv,
      icon: <FileSpreadsheet />,
      onAction: () => void save('csv', csv),
    },
  ]
  if (picture !== undefined) {
    const onAction = () => void save('png', picture)
    entries.unshift({ id: 'picture', label: dashboardTexts.asPicture, icon: <Image />, onAction })
  }
  return (
    <MenuButton label={dashboardTexts.download(title)} icon={<Download />} size="small" entries={entries} />
  )
}
