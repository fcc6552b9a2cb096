import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { administration } from '#contract/office/administration.ts'
import { call } from '#web/platform/api/client.ts'

export const templateKey = ['administration', 'template']

export const useTemplate = () =>
  useQuery({
    queryKey: templateKey,
    queryFn: ({ signal }) => call(administration.readTemplate, { signal }),
  })

/** The chests whose name contains the text and in which the caller may create. */
export const useDestinations = (search: string) =>
  useQuery({
    queryKey: ['administration', 'destinations', search],
    queryFn: ({ signal }) => call(administration.destinations, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

export const networksKey = ['administration', 'networks']

/** The throttled networks. They expire on the server, hence the refetch interval. */
export const useNetworks = () =>
  useQuery({
    queryKey: networksKey,
    queryFn: ({ signal }) => call(administration.networks, { signal }),
    refetchInterval: 30_000,
  })

/** The state of the mail outbox. It changes on the server, hence the refetch interval. */
export const useMailState = () =>
  useQuery({
    queryKey: ['administration', 'mail'],
    queryFn: ({ signal }) => call(administration.mailState, { signal }),
    refetchInterval: 30_000,
  })
