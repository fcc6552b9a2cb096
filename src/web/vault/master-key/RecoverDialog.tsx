import { useState, type ReactNode } from 'react'
import { recoveryTexts } from '#texts/vault/master-key.ts'
import { joinShares, misfitOf, readShare, type Share } from './shares.ts'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { TextArea } from '#web/platform/ui/TextField.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import styles from './MasterKeyDialog.module.css'

const texts = recoveryTexts
const empty = { share: '' }

/** Combines recovery shares, entered one after another, into the master key. They never leave the page. */
export function RecoverDialog(props: {
  chest: { id: number; name: string }
  onFound: (masterKey: string) => void
  onClose: () => void
}): ReactNode {
  const { chest } = props
  const [shares, setShares] = useState<readonly Share[]>([])
  const form = useDialogForm(empty)
  const needed = shares[0]?.needed

  const add = async (typed: string) => {
    const share = await readShare(typed)
    const fault = typeof share === 'string' ? share : misfitOf(share, chest.id, shares)
    if (fault !== null || typeof share === 'string')
      return form.fail('share', texts.faults[fault ?? 'FORMAT'])
    const all = [...shares, share]
    if (all.length < share.needed) {
      setShares(all)
      return form.reset()
    }
    const key = await joinShares(await import('shamir-secret-sharing'), all)
    if (key !== null) return props.onFound(key)
    setShares([])
    return form.fail('share', texts.faults.NOTHING)
  }
  return (
    <FormDialog
      title={texts.useTitle}
      size="small"
      submitLabel={texts.add}
      {...form.dialog(({ share }) => add(share).catch(() => form.fail('share', texts.faults.NOTHING)))}
      isDirty={shares.length > 0 || form.isDirty}
      isReady={form.values.share.trim() !== ''}
      onClose={props.onClose}
    >
      <p className={styles.intro}>{texts.useIntro(chest.name)}</p>
      {needed !== undefined && (
        <ProgressBar
          label={texts.title}
          value={shares.length}
          total={needed}
          detail={texts.given(shares.length, needed)}
        />
      )}
      <TextArea
        label={texts.field}
        placeholder={texts.placeholder}
        rows={4}
        autoFocus
        spellCheck={false}
        {...form.field('share')}
      />
    </FormDialog>
  )
}
