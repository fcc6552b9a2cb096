import type { ReactNode } from 'react'
import { CornerDownRight, Users } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { chestRights } from '#contract/office/chest-rights.ts'
import type { Rights } from '#domain/platform/rights.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { DormantBadge, RightsBadges } from '#web/access/RightsBadges.tsx'
import { Pages } from '#web/platform/ui/Pages.tsx'
import styles from './ReachList.module.css'

const texts = chestRightTexts.ways

export type Way = ReplyOf<typeof chestRights.audience>['people'][number]['ways'][number]

/** A person or a chest of the list, with the rights and the grants that give them. */
export type Reach = {
  id: number
  title: string
  /** Shown beside the title: a login, a lock. */
  aside?: ReactNode
  rights: Rights
  ways: readonly Way[]
  banks: readonly { id: number; label: string }[]
}

const isDirect = ({ team, isHidden }: Way): boolean => team === null && !isHidden

function wordsOfWay({ team, isHidden }: Way): string {
  if (isHidden) return texts.hiddenTeam
  return team === null ? texts.direct : texts.team(team.name)
}

/** A paginated list of people or chests, each with the grants that give the rights. */
export const ReachList = ({ label, entries }: { label: string; entries: readonly Reach[] }): ReactNode => (
  <Pages items={entries}>
    {(shown) => (
      <ul className={styles.list} aria-label={label}>
        {shown.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <div className={styles.head}>
              <span className={styles.title}>{entry.title}</span>
              {entry.aside !== undefined && <span className={styles.aside}>{entry.aside}</span>}
              {entry.rights.read && <RightsBadges rights={entry.rights} />}
            </div>
            <ul className={styles.ways}>
              {entry.ways.map((way, place) => (
                // Unnamed teams have no id.
                <li key={way.team?.id ?? `unnamed-${place}`} className={styles.line}>
                  {isDirect(way) ? <CornerDownRight aria-hidden="true" /> : <Users aria-hidden="true" />}
                  <span className={styles.way}>
                    <span className={styles.name}>{wordsOfWay(way)}</span>
                    <RightsBadges rights={way.rights} />
                    {way.dormant !== null && <DormantBadge reason={way.dormant} />}
                  </span>
                </li>
              ))}
              {entry.banks.length > 0 && (
                <li className={styles.banks}>{texts.banks(entry.banks.map(({ label: name }) => name))}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    )}
  </Pages>
)
