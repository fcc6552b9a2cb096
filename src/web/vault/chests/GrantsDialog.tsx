import { useState, type ReactNode } from 'react'
import { fold } from '#domain/platform/folding.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { RightsLegend } from '#web/access/RightsBadges.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pages } from '#web/platform/ui/Pages.tsx'
import { SearchField } from '#web/platform/ui/SearchField.tsx'
import { GrantList, HiddenGrants, type Grant } from './GrantList.tsx'
import styles from './Dialogs.module.css'

const titles = { user: chestTexts.usersOf, team: chestTexts.teamsOf }
/** The number of grants from which the dialog has a filter. */
const filterFrom = 8

/** All users or all teams attached to a chest. */
export function GrantsDialog(props: {
  kind: Grant['kind']
  chest: string
  grants: readonly Grant[]
  /** The number of grants whose holder the caller may not see. */
  hidden: number
  onEdit?: ((grant: Grant) => void) | undefined
  onClose: () => void
}): ReactNode {
  const { kind, chest, grants, hidden } = props
  const texts = officeTexts.attach[kind]
  const [search, setSearch] = useState('')
  const term = fold(search.trim())
  const found = grants.filter(({ name, detail = '' }) => fold(`${name} ${detail}`).includes(term))
  return (
    <Dialog title={titles[kind](chest)} isOpen onClose={props.onClose}>
      {grants.length >= filterFrom && (
        <div className={styles.filter}>
          <SearchField
            label={texts.searchAttached}
            placeholder={texts.searchAttached}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {grants.length > 0 && (
        <div className={styles.legend}>
          <RightsLegend />
        </div>
      )}
      {found.length === 0 && (
        <EmptyState title={grants.length === 0 ? texts.noneAttached : chestTexts.noResult} />
      )}
      <Pages key={term} items={found}>
        {(shown) => <GrantList grants={shown} chest={chest} onEdit={props.onEdit} isFull />}
      </Pages>
      <HiddenGrants kind={kind} count={hidden} named={grants.length} />
    </Dialog>
  )
}
