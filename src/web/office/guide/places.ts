/** Where the help of each page leads: a page of the guide, and its section. The longest address that fits counts. */
export const helpPlaces: Readonly<Record<string, { readonly page: string; readonly section?: string }>> = {
  '/routes/explorer': { page: 'find' },
  '/routes/manager': { page: 'find', section: 'chest' },
  '/routes/trash': { page: 'organise', section: 'trash' },
  '/routes/account': { page: 'account' },
  '/routes/dashboard': { page: 'dashboard' },
  '/routes/dashboard/passwords': { page: 'dashboard', section: 'todo' },
  '/routes/bank': { page: 'banks' },
  '/routes/team': { page: 'teams' },
  '/routes/user': { page: 'users' },
  '/routes/chest': { page: 'chests' },
  '/routes/administration': { page: 'administration' },
  '/routes/journal': { page: 'watch', section: 'journal' },
  '/routes/explorer/journal': { page: 'watch', section: 'journal' },
  '/routes/first-start': { page: 'first-steps', section: 'start' },
}

/** Returns the place in the guide for the page at an address; undefined for one without a place of its own. */
export function helpPlaceOf(path: string): { page: string; section?: string } | undefined {
  const fits = Object.keys(helpPlaces).filter((one) => `${path}/`.startsWith(`${one}/`))
  return helpPlaces[fits.toSorted((one, other) => other.length - one.length)[0] ?? '']
}
