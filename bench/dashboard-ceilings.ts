import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** The ceiling without a stored summary: unseals key, name and password of each item, and computes its mark. */
export function openingMs(): number {
  const [items, sample] = [100_000, 20_000]
  const [key, iv, place] = [randomBytes(32), randomBytes(12), Buffer.alloc(32)]
  const options = { authTagLength: 16 } as const
  const sealed = [32, 160, 64].map((length) => {
    const cipher = createCipheriv('aes-256-gcm', key, iv, options)
    cipher.setAAD(place)
    const text = Buffer.concat([cipher.update(Buffer.alloc(length)), cipher.final()])
    return { text, tag: cipher.getAuthTag() }
  })
  const since = performance.now()
  for (let item = 0; item < sample; item += 1) {
    for (const { text, tag } of sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, options)
      decipher.setAAD(place)
      decipher.setAuthTag(tag)
      decipher.update(text)
      decipher.final()
    }
    createHmac('sha256', key).update('Nouveau-mot-de-passe').digest()
  }
  return ((performance.now() - since) * items) / sample
}

/** The ceiling: one pass over as many levels, ages and marks in arrays, with equal marks found by sorting. */
export function scanMs(): number {
  const count = 100_000
  const levels = Uint8Array.from({ length: count }, (_, index) => 1 + (index % 5))
  const days = Uint16Array.from({ length: count }, (_, index) => index % 700)
  const marks = Float64Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 53))
  const times = Array.from({ length: 9 }, () => {
    const since = performance.now()
    const sorted = marks.toSorted()
    const counts = { weak: 0, old: 0, reused: 0 }
    for (let index = 0; index < count; index += 1) {
      if ((levels[index] ?? 0) <= 2) counts.weak += 1
      if ((days[index] ?? 0) > 365) counts.old += 1
      if (sorted[index] === sorted[index - 1]) counts.reused += 1
    }
    if (counts.weak === 0) throw new Error('nothing was counted')
    return performance.now() - since
  })
  return times.toSorted((a, b) => a - b)[4] ?? Number.NaN
}
