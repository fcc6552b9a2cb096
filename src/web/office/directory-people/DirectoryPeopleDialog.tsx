import { Activity, useMemo, useState, type ReactNode } from 'react'
import { CreateDirectoryUsersDialog } from './CreateDirectoryUsersDialog.tsx'
import { SearchDirectoryDialog } from './SearchDirectoryDialog.tsx'
import type { Offered } from './offered.ts'

type DirectoryPeopleDialogProps = {
  directoryId: number
  onCreated: () => void
  onClose: () => void
}

/** Creates accounts for people of the directory: first they are searched and ticked, then their accounts are set. */
export function DirectoryPeopleDialog(props: DirectoryPeopleDialogProps): ReactNode {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Offered>>(new Map())
  const [isChosen, setDone] = useState(false)
  const people = useMemo(() => [...chosen.values()], [chosen])
  // What was searched stays while the accounts are set.
  return (
    <>
      <Activity mode={isChosen ? 'hidden' : 'visible'}>
        <SearchDirectoryDialog
          chosen={chosen}
          onChange={setChosen}
          onGoOn={() => setDone(true)}
          onClose={props.onClose}
        />
      </Activity>
      {isChosen && (
        <CreateDirectoryUsersDialog
          directoryId={props.directoryId}
          people={people}
          onDrop={(key) => setChosen(new Map([...chosen].filter(([other]) => other !== key)))}
          onCreated={props.onCreated}
          onBack={() => setDone(false)}
          onClose={props.onClose}
        />
      )}
    </>
  )
}
