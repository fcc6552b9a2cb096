const most = 1_000_000

/** What the form of a bank submits. */
export type BankValues = { label: string; description: string; maxUser: number | null; active?: boolean }

/** Returns the limit that was typed: null for an empty text (no limit), undefined for an invalid one. */
export function readMaxUser(text: string): number | null | undefined {
  const digits = text.replace(/\s/g, '')
  if (digits === '') return null
  return /^\d{1,7}$/.test(digits) && Number(digits) <= most ? Number(digits) : undefined
}
