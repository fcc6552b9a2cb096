/**
 * Whether the mail server would take mails at this moment. Those who ask together share one answer. That it would not
 * is remembered for `awayMs`; that it would is not: it may be gone a moment later, and a mail would be called sent.
 */
export function createReach(
  ask: () => Promise<boolean>,
  clock: () => number,
  awayMs: number,
): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  let wasAwayAt = Number.NEGATIVE_INFINITY
  const answer = async (): Promise<boolean> => {
    const isThere = await ask().catch(() => false)
    if (!isThere) wasAwayAt = clock()
    return isThere
  }
  return () => {
    if (clock() - wasAwayAt < awayMs) return Promise.resolve(false)
    asking ??= answer().finally(() => {
      asking = null
    })
    return asking
  }
}
