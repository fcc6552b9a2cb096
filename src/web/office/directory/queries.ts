import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { directory } from '#contract/identity/directory.ts'
import { teams } from '#contract/office/teams.ts'
import { call } from '#web/platform/api/client.ts'

export const groupsKey = ['directory', 'groups']
const shownTeams = 50

/** The mappings of directory groups to teams. */
export const useGroupLines = () =>
  useQuery({ queryKey: groupsKey, queryFn: ({ signal }) => call(directory.groups, { signal }) })

/** The directory groups whose name contains the text. */
export const useFoundGroups = (search: string) =>
  useQuery({
    queryKey: ['directory', 'search', search],
    queryFn: ({ signal }) => call(directory.searchGroups, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

/** The teams whose name contains the text. */
export const useFoundTeams = (search: string) =>
  useQuery({
    queryKey: ['directory', 'teams', search],
    queryFn: ({ signal }) => call(teams.list, { query: { search, limit: shownTeams }, signal }),
    placeholderData: keepPreviousData,
  })
