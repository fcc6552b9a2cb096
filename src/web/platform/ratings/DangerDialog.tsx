import type { ReactNode } from 'react'
import { addressDanger, type DangerLevel } from '#domain/platform/address-danger.ts'
import { dangerDetailTexts, dangerExplanations, dangerReasonTexts } from '#texts/platform/rating-details.ts'
import { dangerTexts } from '#texts/platform/ratings.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import styles from './Detail.module.css'

const texts = dangerDetailTexts
const levels: readonly DangerLevel[] = [1, 2, 3, 4, 5]

/** The meaning of the danger levels, and the reasons for this address. */
export function DangerDialog({ address, onClose }: { address: string; onClose: () => void }): ReactNode {
  const { level, reasons } = addressDanger(address)
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <div className={styles.content}>
        {level > 0 && (
          <div className={styles.verdict}>
            <p className={styles.address} translate="no">
              {address}
            </p>
            <LevelMeter scale="hazard" level={level} word={dangerTexts[level]} />
            {reasons.length > 0 && (
              <ul className={styles.reasons}>
                {reasons.map((reason) => (
                  <li key={reason}>{dangerReasonTexts[reason]}</li>
                ))}
              </ul>
            )}
          </div>
        )}
        <section>
          <h3>{texts.scale}</h3>
          <ul className={styles.levels}>
            {levels.map((one) => (
              <li key={one} aria-current={one === level || undefined}>
                <LevelMeter scale="hazard" look="inline" level={one} word={dangerTexts[one]} />
                <p>{dangerExplanations[one]}</p>
              </li>
            ))}
          </ul>
        </section>
        <p className={styles.note}>{texts.intro}</p>
      </div>
    </Dialog>
  )
}
