import type { ReactNode } from 'react'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import styles from './SecondFactor.module.css'

const texts = secondFactorTexts.none

/** Shown when the settings or the role no longer allow the account's second factor, and it has no other. */
export function NoFactor({ onLost, links }: FactorScreenProps): ReactNode {
  return (
    <AuthFrame title={texts.title} intro={texts.intro}>
      <div className={styles.screen}>
        <Button look="primary" isWide autoFocus onPress={onLost}>
          {texts.submit}
        </Button>
        {links}
      </div>
    </AuthFrame>
  )
}
