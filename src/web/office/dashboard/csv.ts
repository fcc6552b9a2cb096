export type CsvCell = string | number

/** Returns a cell, quoted where needed, with the decimal comma of French spreadsheets. */
function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  // Spreadsheets run a text with one of these first characters as a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a CSV file for French spreadsheets: UTF-8 with a byte order mark, semicolons, CR LF. */
export const csvOf = (lines: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cellText).join(';')}\r\n`).join('')}`
