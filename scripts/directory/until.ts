/** Waits for a condition. The limit only ends what hangs. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = performance.now() + 180_000
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`it never came true: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
