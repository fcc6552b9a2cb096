/** The specification's paging header, in requests (as JSON) and in replies. */
export const pagingHeader = 'meta-data-guardian'

export type PageOf = { readonly countTotal: number; readonly offset: number; readonly limit: number }

export const pagingHeaderValue = ({ countTotal, offset, limit }: PageOf): string =>
  JSON.stringify({ countTotal, offset, limit })
