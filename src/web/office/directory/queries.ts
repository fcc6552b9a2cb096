import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { directory } from '#contract/identity/directory.ts'
import { teams } from '#contract/office/teams.ts'
import { call } from '#web/platform/api/client.ts'

export const groupsKey = ['directory', 'groups']
const shownTeams = 50

/** Which groups of the directory make members of which teams. */
export const useGroupLines = () =>
  useQuery({ queryKey: groupsKey, queryFn: ({ signal }) => call(directory.groups, { signal }) })

/** Groups of the directory, by a part of their name. */
export const useFoundGroups = (search: string) =>
  useQuery({
    queryKey: ['directory', 'search', search],
    queryFn: ({ signal }) => call(directory.searchGroups, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

/** Teams, by a part of their name. */
export const useFoundTeams = (search: string) =>
  useQuery({
    queryKey: ['directory', 'teams', search],
    queryFn: ({ signal }) => call(teams.list, { query: { search, limit: shownTeams }, signal }),
    placeholderData: keepPreviousData,
  })
