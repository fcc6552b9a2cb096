import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { administration } from '#contract/office/administration.ts'
import { folderCount } from '#domain/office/client-template.ts'
import { alertTexts } from '#texts/office/alerts.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { backupTexts, settingsTexts } from '#texts/office/installation-state.ts'
import { ssoFailuresTexts } from '#texts/identity/sso-failures.ts'
import { directoryStateTexts, directoryTexts } from '#texts/identity/directory.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { Alerts } from '#web/office/alerts/Alerts.tsx'
import {
  ClientForm,
  folderNameOf,
  type ClientFault,
  type NewClient,
} from '#web/office/administration/ClientForm.tsx'
import { Backups } from '#web/office/administration/Backups.tsx'
import { SignOnFailures } from '#web/office/administration/SignOnFailures.tsx'
import { HeldNetworks } from '#web/office/administration/HeldNetworks.tsx'
import { MailState } from '#web/office/administration/MailState.tsx'
import { SettingsTable } from '#web/office/administration/SettingsTable.tsx'
import { sectionIds, StateTiles } from '#web/office/administration/StateTiles.tsx'
import { templateKey, TemplateEditor } from '#web/office/administration/TemplateEditor.tsx'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { ApiError, sentenceOf } from '#web/platform/api/errors.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { hrefOf, type Place } from '#web/vault/explorer/place.ts'
import { useRefreshChest } from '#web/vault/explorer/queries.ts'
import { CategoryNames } from '#web/vault/items/CategoryNames.tsx'
import { useFound } from '#web/platform/back-office/SearchedChoice.tsx'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { useMay } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { ButtonLink } from '#web/platform/ui/Button.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDirectories, useHasSso } from '#web/office/users/queries.ts'
import pageStyles from './Page.module.css'
import styles from './AdministrationPage.module.css'

const texts = administrationTexts
/** Loaded on demand: most installations have no directory. */
const DirectoryGroups = lazyPart(
  async () => (await import('#web/office/directory/DirectoryGroups.tsx')).DirectoryGroups,
  <Skeleton lines={4} />,
)

const DirectoryState = lazyPart(
  async () => (await import('#web/office/directory/DirectoryState.tsx')).DirectoryState,
  <Skeleton lines={2} />,
)

/** Loaded on demand: shown until the copy of the root key is confirmed. */
const RootKeyNotice = lazyPart(
  async () => (await import('#web/office/first-start/RootKeyNotice.tsx')).RootKeyNotice,
)

/** /routes/administration: clients' folders and their template, and what else the caller may administer. */
export function AdministrationPage(): ReactNode {
  usePageTitle(texts.title)
  const isChief = useMay('manageEverything')
  const mayRename = useMay('renameCategories')
  const template = useQuery(replyQuery(templateKey, administration.readTemplate, {}))
  const hasSignOn = useHasSso()
  const hasDirectory = (useDirectories().data ?? []).length > 0
  return (
    <div className={pageStyles.page}>
      <h1 className={pageStyles.title}>{texts.title}</h1>
      {isChief && <RootKeyNotice />}
      <Section title={alertTexts.title} detail={alertTexts.detail}>
        <Alerts />
      </Section>
      {isChief && <StateTiles />}
      <Section title={texts.client.title} detail={texts.client.detail}>
        <NewClientForm folders={folderCount(template.data?.template.folders ?? []) + 1} />
      </Section>
      <Section title={texts.template.title}>
        <Loaded query={template} failed={texts.template.loadFailed} lines={8}>
          {(state) => <TemplateEditor key={state.bank?.id ?? 0} state={state} />}
        </Loaded>
      </Section>
      {mayRename && (
        <Section title={itemTexts.categories.title} detail={itemTexts.categories.detail}>
          <CategoryNames />
        </Section>
      )}
      {isChief && hasDirectory && (
        <Section title={directoryStateTexts.title}>
          <DirectoryState />
        </Section>
      )}
      {isChief && hasDirectory && (
        <Section title={directoryTexts.title} detail={directoryTexts.detail}>
          <DirectoryGroups />
        </Section>
      )}
      {isChief && hasSignOn && (
        <Section title={ssoFailuresTexts.title}>
          <SignOnFailures />
        </Section>
      )}
      {isChief && (
        <Section title={texts.networks.title}>
          <HeldNetworks />
        </Section>
      )}
      {isChief && (
        <Section id={sectionIds.mails} title={texts.mail.title}>
          <MailState />
        </Section>
      )}
      {isChief && (
        <Section id={sectionIds.backups} title={backupTexts.title} detail={backupTexts.detail}>
          <Backups />
        </Section>
      )}
      {isChief && (
        <Section id={sectionIds.settings} title={settingsTexts.title} detail={settingsTexts.detail}>
          <SettingsTable />
        </Section>
      )}
    </div>
  )
}

function Section(props: { id?: string; title: string; detail?: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.section} aria-label={props.title}>
      <h2 id={props.id} className={styles.title} tabIndex={-1}>
        {props.title}
      </h2>
      {props.detail !== undefined && <p className={styles.detail}>{props.detail}</p>}
      {props.children}
    </section>
  )
}

type Made = { name: string; place: Place & { chestId: number } }

function NewClientForm({ folders }: { folders: number }): ReactNode {
  const toasts = useToasts()
  const navigate = useNavigate()
  const { data, onSearch } = useFound('destinations', (search, signal) =>
    call(administration.destinations, { query: { search }, signal }),
  )
  const [made, setMade] = useState<Made | null>(null)
  const refresh = useRefreshChest(made?.place.chestId ?? 0)
  // The explorer's cache of the chest is stale.
  useEffect(() => {
    if (made) void refresh()
  }, [made, refresh])

  const create = async (client: NewClient): Promise<ClientFault | null> => {
    try {
      const { id } = await call(administration.createClientStructure, { body: client })
      setMade({ name: folderNameOf(client), place: { chestId: client.chestDestination, folderId: id } })
      toasts.success(texts.client.created)
      return null
    } catch (error) {
      toasts.error(texts.client.createFailed)
      return { field: fieldOf(error), sentence: sentenceOf(error) }
    }
  }
  return (
    <>
      {made && (
        <div className={styles.made}>
          <Banner
            tone="success"
            onClose={() => setMade(null)}
            actions={
              <ButtonLink
                href={hrefOf(made.place)}
                icon={<FolderOpen />}
                size="small"
                onFollow={() => void navigate({ to: '/routes/explorer', search: made.place, replace: true })}
              >
                {texts.client.open}
              </ButtonLink>
            }
          >
            {texts.client.done(made.name)}
          </Banner>
        </div>
      )}
      <ClientForm chests={data ?? []} onSearch={onSearch} folders={folders} onCreate={create} />
    </>
  )
}

/** Returns the field that a refusal concerns: the chest unless it is about a text. */
function fieldOf(error: unknown): ClientFault['field'] {
  const details = error instanceof ApiError ? (error.details as { field?: unknown } | undefined) : undefined
  if (details?.field === 'clientName' || details?.field === 'clientSage') return details.field
  return 'chest'
}
