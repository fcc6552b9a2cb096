import type { ReactNode } from 'react'
import { CircleCheck } from 'lucide-react'
import { directoryPeopleTexts } from '#texts/office/directory-people.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { userTexts } from '#texts/office/users.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { MailNote } from './MailNote.tsx'
import styles from './NewUsers.module.css'
import fileStyles from './UserImport.module.css'

const texts = userTexts.several

export type CreatedUser = { login: string; email: string; firstName: string; lastName: string }

/** The users that were created. */
export function CreatedUsersDialog(props: {
  created: readonly CreatedUser[]
  /** People of the directory: how many were left out. */
  left?: number
  onClose: () => void
}): ReactNode {
  const { created, left } = props
  return (
    <Dialog
      title={texts.title}
      size="large"
      isOpen
      onClose={props.onClose}
      footer={
        <Button look="primary" onPress={props.onClose} autoFocus>
          {uiTexts.close}
        </Button>
      }
    >
      <p className={fileStyles.done} role="status">
        <CircleCheck aria-hidden="true" />
        {userTexts.importDialog.done(created.length)}
      </p>
      {left !== undefined && left > 0 && <Banner tone="attention">{directoryPeopleTexts.left(left)}</Banner>}
      <MailNote areSeveral areOfDirectory={left !== undefined} />
      <ul className={styles.results}>
        {created.map((one) => (
          <li key={one.login} className={styles.result}>
            <span className={styles.cell}>{nameOf(one)}</span>
            <span className={styles.cell}>{one.login}</span>
            <span className={styles.cell}>{one.email}</span>
            <Badge tone="success">{texts.created}</Badge>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
