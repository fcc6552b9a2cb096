/** A choice of the person that an attribute of the document carries, such as `data-theme`. */
export type RootChoice<Value extends string> = {
  read: () => Value
  choose: (value: Value) => void
  /** Calls back on each change, in this tab or another. Returns the function that stops it. */
  follow: (changed: () => void) => () => void
}

/**
 * Creates a choice that the browser stores. early.js applies it before the first paint.
 * @param key of the storage, and the attribute's name after `data-`
 * @param usual the choice without the attribute
 * @param others all other choices
 */
export function createRootChoice<Value extends string>(
  key: string,
  usual: Value,
  others: readonly Value[],
): RootChoice<Value> {
  const known = (value: string | null | undefined): Value => others.find((other) => other === value) ?? usual
  const apply = (value: Value) => {
    if (value === usual) delete document.documentElement.dataset[key]
    else document.documentElement.dataset[key] = value
  }
  return {
    read: () => known(document.documentElement.dataset[key]),
    choose: (value) => {
      apply(value)
      try {
        if (value === usual) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
      } catch {
        // Without storage, the choice lasts as long as the page.
      }
    },
    follow: (changed) => {
      const observer = new MutationObserver(changed)
      observer.observe(document.documentElement, { attributeFilter: [`data-${key}`] })
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) apply(known(event.newValue))
      }
      window.addEventListener('storage', onStorage)
      return () => {
        observer.disconnect()
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}
