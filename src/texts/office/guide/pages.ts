import { accountPage } from './account.ts'
import { administrationPage } from './administration.ts'
import { banksPage } from './banks.ts'
import { chestsPage } from './chests.ts'
import { dashboardPage } from './dashboard.ts'
import { directoryPage } from './directory.ts'
import { exportPage } from './export.ts'
import { findPage } from './find.ts'
import { firstStepsPage } from './first-steps.ts'
import { guardianPage } from './guardian.ts'
import { importPage } from './import.ts'
import type { GuidePart } from './model.ts'
import { organisePage } from './organise.ts'
import { passwordsPage } from './passwords.ts'
import { sharePage } from './share.ts'
import { signInPage } from './sign-in.ts'
import { teamsPage } from './teams.ts'
import { usersPage } from './users.ts'
import { watchPage } from './watch.ts'

/**
 * The guide, in reading order. Nothing else is exported here: the build of the pages replaces this file by its value, so
 * that the guide shares no text with what a page loads first (vite.config.ts).
 */
export const guideParts: readonly GuidePart[] = [
  {
    title: 'Au quotidien',
    isForAdministrators: false,
    pages: [
      signInPage,
      findPage,
      passwordsPage,
      organisePage,
      sharePage,
      guardianPage,
      importPage,
      exportPage,
      accountPage,
      dashboardPage,
    ],
  },
  {
    title: 'Pour les administrateurs',
    isForAdministrators: true,
    pages: [
      firstStepsPage,
      banksPage,
      teamsPage,
      usersPage,
      chestsPage,
      directoryPage,
      administrationPage,
      watchPage,
    ],
  },
]
