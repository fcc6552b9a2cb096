import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import { given } from './given.ts'
import styles from './Tabs.module.css'

export type TabEntry = {
  id: string
  label: ReactNode
  icon?: ReactNode
  content: ReactNode
  isDisabled?: boolean | undefined
  /** Stays mounted, hidden, while another tab is shown. */
  isKept?: boolean | undefined
}
export type TabsProps = {
  label: string
  tabs: readonly TabEntry[]
  selectedId?: string | undefined
  onSelect?: ((id: string) => void) | undefined
}

/** Several views, one at a time. */
export function Tabs({ label, tabs, selectedId, onSelect }: TabsProps): ReactNode {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      {...given({ selectedKey: selectedId })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''} isDisabled={tab.isDisabled === true}>
            {tab.icon}
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel
          key={tab.id}
          id={tab.id}
          className={styles.panel ?? ''}
          shouldForceMount={tab.isKept === true}
        >
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
