import { alertKindOf, type AlertKindName } from './alert-kinds.ts'

/** Returns the address of the journal that shows the entries of an alert. @param days yyyy-mm-dd, of France */
export function journalOfAlert(
  alert: { readonly kind: AlertKindName; readonly person: number | null; readonly chest: number | null },
  days: { readonly from: string; readonly to: string },
): string {
  const query = new URLSearchParams({
    ...(alert.person !== null && { person: String(alert.person) }),
    ...(alert.chest !== null && { chestId: String(alert.chest) }),
    group: alertKindOf(alert.kind).group,
    ...days,
  })
  return `/routes/journal?${query.toString()}`
}
