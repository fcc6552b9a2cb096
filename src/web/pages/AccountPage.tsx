import type { ReactNode } from 'react'
import { accountTexts } from '#texts/identity/account.ts'
import { FactorsSection } from '#web/identity/account/FactorsSection.tsx'
import { NamesSection } from '#web/identity/account/NamesSection.tsx'
import { PasskeysSection } from '#web/identity/account/PasskeysSection.tsx'
import { PasswordSection } from '#web/identity/account/PasswordSection.tsx'
import { useProviderOutcome } from '#web/identity/account/ProviderProof.tsx'
import { useAccount } from '#web/identity/account/queries.ts'
import { SessionsSection } from '#web/identity/account/SessionsSection.tsx'
import { ThemeSection } from '#web/identity/account/ThemeSection.tsx'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './Page.module.css'

/** /routes/account: names, sign-in methods, sessions, theme. */
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
