import { useState, type ReactNode } from 'react'
import { ArrowRightLeft } from 'lucide-react'
import { masterKeyTexts } from '#texts/master-key.ts'
import { isCode, sentenceOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { triesLeft } from './triesLeft.ts'
import { unlockChest } from './queries.ts'
import styles from './MasterKeyDialog.module.css'

const texts = masterKeyTexts.open
const empty = { masterKey: '' }
const checks = { masterKey: (text: string) => (text === '' ? texts.empty : null) }

export type MasterKeyDialogProps = {
  chest: { id: number; name: string }
  onChangeChest: () => void
  onClose: () => void
}

/** Asks for the master key of a guardian chest. */
export function MasterKeyDialog(props: MasterKeyDialogProps): ReactNode {
  const { chest } = props
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const form = useForm(empty, checks)

  const submit = async ({ masterKey }: typeof empty) => {
    setPending(true)
    try {
      // Whoever shows the chest hears that it is open, and takes this away.
      await unlockChest(chest.id, masterKey)
    } catch (error) {
      setPending(false)
      toasts.error(texts.failed)
      const isWrong = isCode(error, 'MASTER_KEY_WRONG')
      form.fail('masterKey', isWrong ? texts.wrong(triesLeft(error)) : sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={texts.title}
      size="small"
      submitLabel={texts.submit}
      isReady={form.values.masterKey !== ''}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void submit(values))}
      onClose={props.onClose}
    >
      <p className={styles.intro}>{texts.intro(chest.name)}</p>
      <PasswordField
        label={masterKeyTexts.field}
        autoFocus
        autoComplete="off"
        isDisabled={isPending}
        {...form.field('masterKey')}
      />
      <div className={styles.others}>
        <Button size="small" look="plain" icon={<ArrowRightLeft />} onPress={props.onChangeChest}>
          {texts.changeChest}
        </Button>
      </div>
    </FormDialog>
  )
}
