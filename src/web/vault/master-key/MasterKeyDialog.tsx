import { useEffect, useState, type ReactNode } from 'react'
import { ArrowRightLeft, Puzzle } from 'lucide-react'
import { demoTexts } from '#texts/platform/demo.ts'
import { masterKeyTexts, recoveryTexts } from '#texts/vault/master-key.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { onSeal } from '#web/platform/shell/sealedPage.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { triesLeft, unlockChest } from './queries.ts'
import styles from './MasterKeyDialog.module.css'

const RecoverDialog = lazyDialog(() => import('./RecoverDialog.tsx').then((module) => module.RecoverDialog))

const texts = masterKeyTexts.open
const empty = { masterKey: '' }
const checks = { masterKey: (text: string) => (text === '' ? texts.empty : null) }

/** Returns whether the document is marked as a demonstration. */
const isDemonstration = () => document.querySelector('[data-demonstration]') !== null

export type MasterKeyDialogProps = {
  chest: { id: number; name: string }
  onChangeChest: () => void
  onClose: () => void
}

/** The form that unlocks a guardian chest with its master key. */
export function MasterKeyDialog(props: MasterKeyDialogProps): ReactNode {
  const { chest } = props
  const toasts = useToasts()
  const form = useDialogForm(empty, checks)
  const { recoveryShares } = useSession()
  const [isRecovering, setRecovering] = useState(false)
  const [isFound, setFound] = useState(false)
  const { set } = form
  // A page that is hidden for its user keeps no key.
  useEffect(() => onSeal(() => set(empty)), [set])

  const submit = async ({ masterKey }: typeof empty) => {
    try {
      // The page that shows the chest is notified of the unlock and unmounts this dialog.
      await unlockChest(chest.id, masterKey)
      // Remove toasts about earlier wrong keys.
      toasts.clear()
    } catch (error) {
      toasts.error(texts.failed)
      const isWrong = isCode(error, 'MASTER_KEY_WRONG')
      form.fail('masterKey', isWrong ? texts.wrong(triesLeft(error)) : sentenceOf(error))
    }
  }
  const sending = form.dialog(submit)
  return (
    <FormDialog
      title={texts.title}
      size="small"
      submitLabel={texts.submit}
      {...sending}
      isDirty={false}
      isReady={form.values.masterKey !== ''}
      onClose={props.onClose}
    >
      <p className={styles.intro}>{texts.intro(chest.name)}</p>
      <PasswordField
        label={masterKeyTexts.field}
        autoFocus
        isDisabled={sending.isPending}
        description={isFound ? recoveryTexts.found : isDemonstration() ? demoTexts.keyHint : undefined}
        {...form.field('masterKey')}
      />
      <div className={styles.others}>
        <Button size="small" look="plain" icon={<ArrowRightLeft />} onPress={props.onChangeChest}>
          {texts.changeChest}
        </Button>
        {recoveryShares && (
          <Button size="small" look="plain" icon={<Puzzle />} onPress={() => setRecovering(true)}>
            {recoveryTexts.use}
          </Button>
        )}
      </div>
      {isRecovering && (
        <RecoverDialog
          chest={chest}
          onFound={(masterKey) => {
            form.set({ masterKey })
            setFound(true)
            setRecovering(false)
          }}
          onClose={() => setRecovering(false)}
        />
      )}
    </FormDialog>
  )
}
