import type { ReactNode } from 'react'
import { authTexts } from '#texts/identity/sign-in.ts'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { markSsoRedirect } from './linkingCode.ts'
import { isBeforePage } from './offers.ts'
import { cx } from '#web/platform/ui/given.ts'
import styles from './SsoButton.module.css'

export type SsoButtonProps = {
  /** The name of the provider. */
  label: string
  /** The text below the button. */
  note?: string
} & ({ href: string } | { onPress: () => void; isPending: boolean })

/** The single sign-on, below the fields of the form. */
export function SsoButton({ label, note, ...way }: SsoButtonProps): ReactNode {
  const words = authTexts.ssoButton(label)
  return (
    <div className={styles.way}>
      <p className={styles.or}>{authTexts.or}</p>
      {'href' in way ? (
        <ButtonLink
          href={way.href}
          isWide
          onFollow={() => {
            markSsoRedirect()
            if (isBeforePage()) window.open(way.href, '_blank')
            else window.location.assign(way.href)
          }}
        >
          {words}
        </ButtonLink>
      ) : (
        <Button isWide isPending={way.isPending} onPress={way.onPress}>
          {words}
        </Button>
      )}
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </div>
  )
}

/**
 * Reserves the place of the button while it is unknown whether there is one, so that the layout does not
 * shift.
 */
export function SsoPlaceholder({ note }: { note?: string }): ReactNode {
  return (
    <div className={cx(styles.way, styles.kept)} aria-hidden="true">
      <p className={styles.or}>{authTexts.or}</p>
      <Button isWide isDisabled>
        {authTexts.or}
      </Button>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </div>
  )
}
