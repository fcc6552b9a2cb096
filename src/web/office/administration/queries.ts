import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { administration } from '#contract/office/administration.ts'
import { call } from '#web/platform/api/client.ts'

export const templateKey = ['administration', 'template']

/** The template of the current bank. */
export const useTemplate = () =>
  useQuery({
    queryKey: templateKey,
    queryFn: ({ signal }) => call(administration.readTemplate, { signal }),
  })

/** The chests in which one may create, by a part of their name. */
export const useDestinations = (search: string) =>
  useQuery({
    queryKey: ['administration', 'destinations', search],
    queryFn: ({ signal }) => call(administration.destinations, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

export const networksKey = ['administration', 'networks']

/** The networks that are held; they change by themselves. */
export const useNetworks = () =>
  useQuery({
    queryKey: networksKey,
    queryFn: ({ signal }) => call(administration.networks, { signal }),
    refetchInterval: 30_000,
  })

/** What waits in the outbox of mails; it changes by itself. */
export const useMailState = () =>
  useQuery({
    queryKey: ['administration', 'mail'],
    queryFn: ({ signal }) => call(administration.mailState, { signal }),
    refetchInterval: 30_000,
  })
