import type { Migration } from '../migrate.ts'
import { first } from './0001-first.ts'
import { unknownLogins } from './0002-unknown-logins.ts'
import { destroyedRevisions } from './0003-destroyed-revisions.ts'
import { mails } from './0004-mails.ts'
import { chestSearch } from './0005-chest-search.ts'
import { userSearch } from './0006-user-search.ts'
import { listIndexes } from './0007-list-indexes.ts'
import { favourites } from './0008-favourites.ts'
import { guardian } from './0009-guardian.ts'
import { signInMails } from './0010-sign-in-mails.ts'
import { account } from './0011-account.ts'
import { directory } from './0012-directory.ts'
import { sso } from './0013-sso.ts'
import { signInNetworks } from './0014-sign-in-networks.ts'
import { officeRevision } from './0015-office-revision.ts'
import { invitationMails } from './0016-invitation-mails.ts'
import { notas } from './0017-notas.ts'
import { pendingFactors } from './0022-pending-factors.ts'
import { notasByAuthor } from './0024-notas-by-author.ts'
import { importSources } from './0025-import-sources.ts'
import { summaries } from './0026-summaries.ts'
import { dailyCounts } from './0027-daily-counts.ts'
import { keptFigures } from './0028-kept-figures.ts'
import { knownDevices } from './0030-known-devices.ts'
import { keyNodes } from './0031-key-nodes.ts'
import { chestSnapshots } from './0032-chest-snapshots.ts'
import { creations } from './0033-creations.ts'
import { notaSenders } from './0034-nota-senders.ts'
import { lastSignIns } from './0035-last-sign-ins.ts'
import { sessionLocks } from './0036-session-locks.ts'
import { jobRuns } from './0037-job-runs.ts'
import { itemSecrets } from './0038-item-secrets.ts'
import { attachments } from './0039-attachments.ts'
import { imports } from './0040-imports.ts'
import { dueDates } from './0041-due-dates.ts'
import { journalReading } from './0042-journal-reading.ts'
import { journalProof } from './0043-journal-proof.ts'
import { journalRetention } from './0044-journal-retention.ts'
import { alerts } from './0046-alerts.ts'
import { authority } from './0048-authority.ts'
import { provedRights } from './0049-proved-rights.ts'
import { importFileNames } from './0051-import-file-names.ts'
import { datedItems } from './0052-dated-items.ts'
import { lockCosts } from './0053-lock-costs.ts'
import { judgedChests } from './0054-judged-chests.ts'
import { usedSteps } from './0055-used-steps.ts'
import { directoryRefusals } from './0056-directory-refusals.ts'
import { directoryAbsences } from './0057-directory-absences.ts'
import { refusedSenders } from './0058-refused-senders.ts'

/** Every migration, in the order in which databases have gone through them; one that stands never changes. */
export const migrations: readonly Migration[] = [
  first,
  unknownLogins,
  destroyedRevisions,
  mails,
  chestSearch,
  userSearch,
  listIndexes,
  favourites,
  guardian,
  signInMails,
  account,
  directory,
  sso,
  signInNetworks,
  officeRevision,
  invitationMails,
  notas,
  pendingFactors,
  notasByAuthor,
  importSources,
  summaries,
  dailyCounts,
  keptFigures,
  knownDevices,
  keyNodes,
  chestSnapshots,
  creations,
  notaSenders,
  lastSignIns,
  sessionLocks,
  jobRuns,
  itemSecrets,
  attachments,
  imports,
  dueDates,
  journalReading,
  journalProof,
  journalRetention,
  alerts,
  authority,
  provedRights,
  importFileNames,
  datedItems,
  lockCosts,
  judgedChests,
  usedSteps,
  directoryRefusals,
  directoryAbsences,
  refusedSenders,
]
