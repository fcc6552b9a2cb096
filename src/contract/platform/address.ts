import type { Endpoint } from './endpoint.ts'

export type Scalar = string | number | boolean | null | undefined
export type AddressParts = {
  readonly params?: Readonly<Record<string, Scalar>> | undefined
  readonly query?: Readonly<Record<string, Scalar>> | undefined
}

const isNothing = (value: Scalar) => value === undefined || value === null || value === ''

/** Returns the address of a call: parameters in the path, and non-empty values in the query. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: AddressParts): string {
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => !isNothing(value))
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}
