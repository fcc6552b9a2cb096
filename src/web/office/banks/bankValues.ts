const most = 1_000_000

/** What the form of a bank sends. */
export type BankValues = { label: string; description: string; maxUser: number | null; active?: boolean }

/** The limit as typed: null for an empty text, which sets none; undefined for what is no limit. */
export function readMaxUser(text: string): number | null | undefined {
  const digits = text.replace(/\s/g, '')
  if (digits === '') return null
  return /^\d{1,7}$/.test(digits) && Number(digits) <= most ? Number(digits) : undefined
}
