import type { ReactNode } from 'react'
import { worstPasswords } from '#domain/vault/figures.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import styles from './Cards.module.css'
import type { Figure, WorstPassword } from './figure.ts'
import { FigureCard, waitingLines } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
import { itemHref } from './place.ts'

/** The weakest passwords that the reader may read, each with a link to its item in the explorer. */
export function WorstCard({ figure }: { figure: Figure<readonly WorstPassword[]> }): ReactNode {
  return (
    <FigureCard
      title={dashboardTexts.mine.worst}
      figure={figure}
      width="narrow"
      isEmpty={(passwords) => passwords.length === 0}
      waiting={<div className={styles.list}>{waitingLines(worstPasswords)}</div>}
    >
      {(passwords) => (
        <ol className={styles.list}>
          {passwords.map((password) => (
            <li key={password.id}>
              <FigureLink className={styles.line} href={itemHref(password)}>
                <span className={styles.name} title={password.name}>
                  {password.name}
                </span>
                <span className={styles.aside}>
                  <LevelMeter
                    scale="strength"
                    look="inline"
                    level={password.level}
                    word={strengthTexts[password.level]}
                  />
                </span>
              </FigureLink>
            </li>
          ))}
        </ol>
      )}
    </FigureCard>
  )
}
