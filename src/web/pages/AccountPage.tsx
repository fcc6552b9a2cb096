import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { account } from '#contract/identity/account.ts'
import { accountTexts } from '#texts/identity/account.ts'
import { FactorsSection } from '#web/identity/account/FactorsSection.tsx'
import { NamesSection } from '#web/identity/account/NamesSection.tsx'
import { PasskeysSection } from '#web/identity/account/PasskeysSection.tsx'
import { PasswordSection } from '#web/identity/account/PasswordSection.tsx'
import { useProviderOutcome } from '#web/identity/account/ProviderProof.tsx'
import { accountKey } from '#web/identity/account/queries.ts'
import { SessionsSection } from '#web/identity/account/SessionsSection.tsx'
import { ThemeSection } from '#web/identity/account/ThemeSection.tsx'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import styles from './Page.module.css'

/** /routes/account: names, sign-in methods, sessions, theme. */
export function AccountPage(): ReactNode {
  usePageTitle(accountTexts.title)
  const query = useQuery(replyQuery([...accountKey, 'own'], account.read, {}))
  useProviderOutcome()
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>{accountTexts.title}</h1>
      <Loaded query={query} failed={accountTexts.loadFailed} lines={10}>
        {(own) => (
          <>
            <NamesSection own={own} />
            <PasswordSection own={own} />
            <FactorsSection own={own} />
            <PasskeysSection own={own} />
            <SessionsSection />
            <ThemeSection />
          </>
        )}
      </Loaded>
    </div>
  )
}
