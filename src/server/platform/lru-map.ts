/**
 * A map that holds a bounded number of entries: one more evicts the entry that was read or written least recently.
 * It iterates from the least recently used entry to the most recently used one.
 */
export class LruMap<Key, Value extends object> extends Map<Key, Value> {
  readonly #limit: number

  /** @param limit how many entries it holds at most */
  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key)
    if (value !== undefined) this.#append(key, value)
    return value
  }

  override set(key: Key, value: Value): this {
    this.#append(key, value)
    if (this.size > this.#limit) {
      const oldest = this.keys().next()
      if (oldest.done !== true) this.delete(oldest.value)
    }
    return this
  }

  #append(key: Key, value: Value): void {
    this.delete(key)
    super.set(key, value)
  }
}
