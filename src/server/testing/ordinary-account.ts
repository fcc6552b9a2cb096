import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The account « nobody » of Linux. */
const nobody = 65_534

const isRoot = process.getuid?.() === 0

/** Whether access(2), which judges the real account, still answers for root within `asOrdinaryAccount`. */
export const isAccessOfRoot = isRoot

/** Gives a folder and what it holds to the account that `asOrdinaryAccount` acts as. */
export function giveToOrdinaryAccount(folder: string): void {
  if (!isRoot) return
  // The run of all tests has a folder of its own for them, closed to others.
  chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011)
  chownSync(folder, nobody, nobody)
  for (const entry of readdirSync(folder, { recursive: true }))
    chownSync(join(folder, String(entry)), nobody, nobody)
}

/** Runs work under an account to which the rights of files apply: root may everything. Its code must be loaded before. */
export async function asOrdinaryAccount<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isRoot) return work()
  process.setegid?.(nobody)
  process.seteuid?.(nobody)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}
