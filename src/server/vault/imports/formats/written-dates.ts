/** Which number of a date in digits comes first. */
export type DateOrder = 'day' | 'month'

/** A day in digits, its year last, perhaps with a time. */
const inDigits = /^(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d{2})(?:[ T,].*)?$/

/** Returns the order that the dates of a column prove: a number above twelve is a day. Null: none is proved, or both are. */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
  const orders = new Set<DateOrder>()
  for (const cell of cells) {
    const [, first, sign, second] = inDigits.exec(cell.trim()) ?? []
    if (first === undefined) continue
    // Languages that write dots have the day first.
    if (Number(first) > 12 || sign === '.') orders.add('day')
    if (Number(second) > 12) orders.add('month')
  }
  const [order = null] = orders
  return orders.size === 1 ? order : null
}

/** Returns a date in digits as `yyyy-mm-dd`; null if it is none, or names no day. */
export function dayInDigits(cell: string, order: DateOrder): string | null {
  const [, first = '', , second = '', year = ''] = inDigits.exec(cell.trim()) ?? []
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isDay ? date.toISOString().slice(0, 10) : null
}
