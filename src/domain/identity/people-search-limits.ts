/** `people`, `units`: what one search for them returns at most. `shortest`: the characters of a search by words. */
export const peopleSearchLimits = { people: 50, units: 50, shortest: 2 } as const
