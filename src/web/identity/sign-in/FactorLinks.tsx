import type { ReactNode } from 'react'
import { KeyRound, LifeBuoy, Mail, Smartphone } from 'lucide-react'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { FactorMethod, FactorScreen } from './signInStep.ts'
import styles from './SecondFactor.module.css'
import { keepFocus } from './unhurried.ts'

const icons = {
  totp: <Smartphone />,
  mail: <Mail />,
  passkey: <KeyRound />,
  recovery: <LifeBuoy />,
} as const
type Way = keyof typeof icons
const isWay = (method: FactorMethod): method is Way => Object.hasOwn(icons, method)

export type FactorLinksProps = {
  /** The current screen. */
  screen: FactorScreen
  methods: readonly FactorMethod[]
  /** Whether the account has no second factor yet, so that none can be lost. */
  isEnrolling: boolean
  onChoose: (screen: FactorScreen) => void
  onBack: () => void
}

/** The other methods below a second factor, the link for a lost one, and the way back. */
export function FactorLinks(props: FactorLinksProps): ReactNode {
  const mayBeLost = !props.isEnrolling && props.screen !== 'none'
  const others = props.methods.filter(isWay).filter((method) => method !== props.screen)
  return (
    <div className={styles.links} onMouseDown={keepFocus}>
      {others.length > 0 && (
        <section className={styles.ways} aria-label={secondFactorTexts.otherWays}>
          <p className={styles.divider} aria-hidden="true">
            {secondFactorTexts.otherWays}
          </p>
          {others.map((method) => (
            <Button key={method} icon={icons[method]} isWide onPress={() => props.onChoose(method)}>
              {secondFactorTexts.ways[method]}
            </Button>
          ))}
        </section>
      )}
      <div className={styles.leave}>
        {mayBeLost && (
          <Button look="plain" size="small" onPress={() => props.onChoose('lost')}>
            {secondFactorTexts.lost}
          </Button>
        )}
        <Button look="plain" size="small" onPress={props.onBack}>
          {secondFactorTexts.back}
        </Button>
      </div>
    </div>
  )
}
