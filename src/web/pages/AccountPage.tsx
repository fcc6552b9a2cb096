import type { ReactNode } from 'react'
import { accountTexts } from '#texts/account.ts'
import { FactorsSection } from '#web/account/FactorsSection.tsx'
import { NamesSection } from '#web/account/NamesSection.tsx'
import { PasskeysSection } from '#web/account/PasskeysSection.tsx'
import { PasswordSection } from '#web/account/PasswordSection.tsx'
import { useProviderOutcome } from '#web/account/ProviderProof.tsx'
import { useAccount } from '#web/account/queries.ts'
import { SessionsSection } from '#web/account/SessionsSection.tsx'
import { ThemeSection } from '#web/account/ThemeSection.tsx'
import { sentenceOf } from '#web/api/errors.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Page.module.css'

/** /routes/account: names, what lets one in, sessions. */
export function AccountPage(): ReactNode {
  usePageTitle(accountTexts.title)
  const { data, error, refetch } = useAccount()
  useProviderOutcome()
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>{accountTexts.title}</h1>
      {data !== undefined ? (
        <>
          <NamesSection own={data} />
          <PasswordSection own={data} />
          <FactorsSection own={data} />
          <PasskeysSection own={data} />
          <SessionsSection />
          <ThemeSection />
        </>
      ) : error !== null ? (
        <ErrorBlock title={accountTexts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <Skeleton lines={10} />
      )}
    </div>
  )
}
