import { useState, type ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { administrationTexts } from '#texts/office/administration.ts'
import { SearchedChoice } from '#web/platform/back-office/SearchedChoice.tsx'
import { follows, required } from '#web/platform/shell/checks.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { Form, FormRow } from '#web/platform/ui/Form.tsx'
import type { Choice } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import styles from './ClientForm.module.css'

const texts = administrationTexts.client

export type Destination = { id: number; name: string; guardian: boolean }
export type NewClient = { clientName: string; clientSage: string; chestDestination: number }
/** A refusal of the server: the field it concerns and its sentence. */
export type ClientFault = { field: 'clientName' | 'clientSage' | 'chest'; sentence: string }

export type ClientFormProps = {
  /** The chests that the search found. */
  chests: readonly Destination[]
  onSearch: (search: string) => void
  /** The number of folders that will be created, the client's own included. */
  folders: number
  /** Creates the folders. Returns the refusal, or null when they exist. */
  onCreate: (client: NewClient) => Promise<ClientFault | null>
}

type Values = { clientName: string; clientSage: string; chest: Choice<number> | null }
const empty: Values = { clientName: '', clientSage: '', chest: null }
/** Returns the name of the client's root folder, built as the server builds it. */
export const folderNameOf = ({
  clientName,
  clientSage,
}: Pick<NewClient, 'clientName' | 'clientSage'>): string =>
  clientSage.trim() === '' ? clientName.trim() : `${clientName.trim()} (${clientSage.trim()})`

const isFolderName = follows('REGEX_FOLDER_NAME', texts.nameFormat)
const checks = {
  // The Sage code is part of the folder's name.
  clientName: (name: string, values: Values) =>
    required(name) ?? isFolderName(name) ?? isFolderName(folderNameOf(values)),
  clientSage: isFolderName,
  chest: (chest: Values['chest']) => (chest === null ? texts.chestMissing : null),
}
/** The form of a new client. Nothing is sent before the confirmation. */
export function ClientForm({ chests, onSearch, folders, onCreate }: ClientFormProps): ReactNode {
  const form = useForm<Values>(empty, checks)
  const [asked, setAsked] = useState<Values | null>(null)

  const create = async () => {
    if (asked?.chest == null) return
    const fault = await onCreate({
      clientName: asked.clientName,
      clientSage: asked.clientSage,
      chestDestination: asked.chest.id,
    })
    if (fault) return form.fail(fault.field, fault.sentence)
    // The next client usually goes into the same chest.
    form.reset({ ...empty, chest: asked.chest })
  }
  return (
    <>
      <Form
        aria-label={texts.title}
        refusals={form.refusals}
        isUnsaved={form.isDirty}
        onSubmit={() => form.submit((values) => setAsked(values))}
      >
        <FormRow>
          <TextField label={texts.name} name="clientName" isRequired {...form.field('clientName')} />
          <TextField
            label={texts.sage}
            name="clientSage"
            description={texts.sageDetail}
            {...form.field('clientSage')}
          />
        </FormRow>
        <SearchedChoice
          label={texts.chest}
          name="chestDestination"
          description={texts.chestDetail}
          placeholder={texts.chestSearch}
          empty={texts.chestNone}
          field={form.field('chest')}
          choices={chests.map(({ id, name, guardian }) => ({
            id,
            label: name,
            ...(guardian && { icon: <Lock aria-label={texts.locked} /> }),
          }))}
          onSearch={onSearch}
        />
        <div className={styles.actions}>
          <Button type="submit" look="primary" isDisabled={!form.isReady}>
            {texts.submit}
          </Button>
        </div>
      </Form>
      {asked?.chest != null && (
        <ConfirmDialog
          isOpen
          title={texts.confirmTitle}
          confirmLabel={texts.confirm}
          look="primary"
          onConfirm={create}
          onClose={() => setAsked(null)}
        >
          <dl className={styles.facts}>
            <dt>{texts.destination}</dt>
            <dd>{asked.chest.label}</dd>
            <dt>{texts.folder}</dt>
            <dd>{folderNameOf(asked)}</dd>
          </dl>
          <p>{texts.folders(folders)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
