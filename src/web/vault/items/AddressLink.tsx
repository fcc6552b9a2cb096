import type { ReactNode } from 'react'
import { ExternalLink } from 'lucide-react'
import { clickableHref } from '#domain/platform/address-danger.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { DangerMeter } from '#web/platform/ratings/DangerMeter.tsx'
import styles from './ItemPanel.module.css'

/** A full address with its danger. It is a link only when a click may follow it. */
export function AddressLink({ address }: { address: string }): ReactNode {
  const href = clickableHref(address)
  return (
    <span className={styles.address}>
      {href === null ? (
        <span title={itemTexts.notClickable}>{address}</span>
      ) : (
        <a href={href} target="_blank" rel="noreferrer noopener" className={styles.link}>
          {address}
          <ExternalLink aria-hidden="true" />
        </a>
      )}
      <DangerMeter address={address} look="inline" />
    </span>
  )
}
