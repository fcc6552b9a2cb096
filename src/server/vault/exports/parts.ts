/** In bytes: large enough that a part costs little, and small beside everything else that a request holds. */
const partBytes = 64 * 1024

/** Returns texts as parts of some 64 KiB in UTF-8; a longer text is a part of its own. */
export async function* partsOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    waiting.push(bytes)
    size += bytes.length
    if (size < partBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}
