import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { directoryLinks } from '#contract/identity/directory-links.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { directoryLinkTexts as texts } from '#texts/identity/directory-links.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { LoadedDialog } from '#web/platform/shell/Loaded.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { User } from './queries.ts'
import styles from './DirectoryLinkDialog.module.css'

type Links = ReplyOf<typeof directoryLinks.read>
type Entry = NonNullable<Links['found']>

export type DirectoryLinkDialogProps = {
  user: User
  /** Called when the account is linked to another entry. */
  onRelinked: () => void
  onClose: () => void
}

/** The directory entry that the user is linked to, beside the one that their name finds now, and the act that links it. */
export function DirectoryLinkDialog({ user, onRelinked, onClose }: DirectoryLinkDialogProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const params = { id: user.id }
  const query = useQuery({
    ...replyQuery(['users', user.id, 'directory'], directoryLinks.read, { params }),
    // Each opening asks the directory.
    gcTime: 0,
    staleTime: Infinity,
  })
  const relink = async ({ key }: Entry) => {
    setPending(true)
    try {
      const { message } = await call(directoryLinks.relink, { params, body: { key } })
      toasts.success(message)
      onRelinked()
      onClose()
    } catch (failure) {
      toasts.error(sentenceOf(failure))
      // What it finds now, which may have changed.
      await query.refetch()
      setPending(false)
    }
  }
  return (
    <LoadedDialog
      title={texts.title(nameOf(user))}
      query={query}
      failed={texts.readFailed}
      lines={6}
      onClose={onClose}
    >
      {(links) => (
        <Dialog
          title={texts.title(nameOf(user))}
          isOpen
          isBusy={isPending}
          onClose={onClose}
          footer={<Footer links={links} isPending={isPending} onRelink={relink} onClose={onClose} />}
        >
          <LinkedEntries links={links} />
        </Dialog>
      )}
    </LoadedDialog>
  )
}

type FooterProps = {
  links: Links
  isPending: boolean
  onRelink: (entry: Entry) => Promise<void>
  onClose: () => void
}

function Footer({ links: { verdict, found }, isPending, onRelink, onClose }: FooterProps): ReactNode {
  if (verdict !== 'ready' || found === null)
    return (
      <Button onPress={onClose} autoFocus>
        {texts.close}
      </Button>
    )
  return (
    <>
      <Button onPress={onClose} isDisabled={isPending}>
        {uiTexts.cancel}
      </Button>
      <Button look="primary" isPending={isPending} onPress={() => void onRelink(found)}>
        {texts.relink}
      </Button>
    </>
  )
}

/** Both entries, and what stands in the way of linking the second one. */
function LinkedEntries({ links: { name, linked, found, verdict } }: { links: Links }): ReactNode {
  const isReady = verdict === 'ready'
  return (
    <>
      <p>{texts.verdicts[verdict]}</p>
      {linked !== null && (
        <div className={styles.entries}>
          <EntryCard title={texts.linked} entry={linked.entry} none={texts.gone} linkedAt={linked.linkedAt} />
          <EntryCard
            title={texts.found(name)}
            entry={found}
            none={verdict === 'ambiguous' ? texts.several : texts.none}
          />
        </div>
      )}
      {isReady && linked !== null && linked.entry !== null && (
        <Banner tone="attention">{texts.stillThere}</Banner>
      )}
      {isReady && <p>{texts.ends}</p>}
    </>
  )
}

type EntryCardProps = { title: string; entry: Entry | null; none: string; linkedAt?: string }

function EntryCard({ title, entry, none, linkedAt }: EntryCardProps): ReactNode {
  const facts =
    entry === null
      ? []
      : ([
          [texts.name, entry.name],
          [texts.email, entry.email],
          [texts.place, entry.dn],
          [texts.key, entry.key.slice(entry.key.indexOf(':') + 1)],
        ] as const)
  return (
    <section className={styles.entry} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {entry === null && <p className={styles.none}>{none}</p>}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {entry !== null && (
          <div>
            <dt>{texts.state}</dt>
            <dd>
              {entry.isDisabled ? (
                <Badge tone="attention">{texts.states.disabled}</Badge>
              ) : (
                texts.states.enabled
              )}
            </dd>
          </div>
        )}
        {linkedAt !== undefined && (
          <div>
            <dt>{texts.since}</dt>
            <dd>{formatExactDate(Date.parse(linkedAt))}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
