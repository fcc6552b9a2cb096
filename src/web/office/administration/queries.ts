import { useQuery } from '@tanstack/react-query'
import { administration } from '#contract/office/administration.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

/** Returns the state of the installation. It changes on the server. */
export const useInstallationState = () =>
  useQuery({
    ...replyQuery(['administration', 'state'], administration.state, {}),
    refetchInterval: 30_000,
  })

/** Returns the settings in force: they change with a restart only. */
export const useSettings = () =>
  useQuery({
    ...replyQuery(['administration', 'settings'], administration.settings, {}),
    staleTime: Infinity,
  })
