import { useState, type ReactNode } from 'react'
import { clickableHref, type DangerLevel } from '#domain/platform/address-danger.ts'
import { dangerDetail, dangerTexts } from '#texts/platform/ratings.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { HazardIcon } from '#web/platform/ui/LevelMeter.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import styles from './Cells.module.css'

const DangerDialog = lazyDialog(() =>
  import('#web/platform/ratings/DangerDialog.tsx').then((module) => module.DangerDialog),
)

/** An unknown level has the colour of the best one (DANG-08). */
const shownLevel = (level: number): Exclude<DangerLevel, 0> =>
  level === 0 ? 1 : (level as Exclude<DangerLevel, 0>)

/** The host of an address as a link, with a bubble that shows its danger. */
export function AddressCell({ address, level }: { address: string; level: number }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (address === '') return null
  const href = clickableHref(address)
  const shown = shownLevel(level)
  return (
    <span className={styles.cell}>
      <button
        type="button"
        className={styles.bubble}
        aria-label={`${dangerTexts[shown]}, ${dangerDetail}`}
        title={dangerTexts[shown]}
        onClick={() => setOpen(true)}
      >
        <HazardIcon level={shown} />
      </button>
      {href === null ? (
        <span className={styles.host} title={itemTexts.notClickable}>
          {address}
        </span>
      ) : (
        <a
          className={styles.host}
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          title={itemTexts.openAddress(address)}
        >
          {hostOf(href)}
        </a>
      )}
      {isOpen && <DangerDialog address={address} onClose={() => setOpen(false)} />}
    </span>
  )
}

const hostOf = (href: string): string => {
  const url = URL.canParse(href) ? new URL(href) : null
  return url === null || url.host === '' ? href : url.host.replace(/^www\./, '')
}
