/** Returns an address for each host of `postgres://account@one:5432,two:5432/base`. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Whether only a host that accepts writes is used: one of several, or as `target_session_attrs` of the address says. */
export function wantsPrimary(url: string): boolean {
  return hostsOf(url).length > 1 || /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url)
}

/** Returns hosts and database without the account and its password, for a log. */
export function placeOf(url: string): string {
  const places = hostsOf(url).map((one) => URL.parse(one))
  const [first] = places
  if (!first || places.includes(null)) return ''
  const hosts = places.map((place) => place?.host).join(',')
  return `${hosts || (first.searchParams.get('host') ?? '')}${first.pathname}`
}

/** In SQL: whether a server accepts no writes, since it is a replica or is set so. */
export const refusesWrites =
  "pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean"
