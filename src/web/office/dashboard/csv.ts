export type CsvCell = string | number

/** One cell: quoted where it must be, with a decimal comma as French spreadsheets read numbers. */
function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  // A spreadsheet takes these first characters for a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A file that French spreadsheets open: UTF-8 with its mark, semicolons, lines of CR LF. */
export const csvOf = (lines: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cellText).join(';')}\r\n`).join('')}`
