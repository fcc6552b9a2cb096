/** Returns the given class names, joined. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== null && name !== false && name !== '').join(' ')

/** Returns the props that are defined: React Aria distinguishes an absent prop from an undefined one. */
export function given<T extends object>(props: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
