import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'

/** A line of an export: its number in the file, the row that it tells of, all that it says, and its proof. */
export type ExportedLine = {
  readonly line: number
  readonly row: number
  readonly text: string
  readonly proof: string
}

/** Yields the lines of an exported view of the journal, CSV or JSON Lines; one that cannot be read has an empty proof. */
export async function* readExport(path: string): AsyncGenerator<ExportedLine> {
  const isJson = (await firstByte(path)) === '{'
  yield* isJson ? jsonLines(path) : csvLines(path)
}

async function firstByte(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

const unreadable = (line: number): ExportedLine => ({ line, row: 0, text: '', proof: '' })

async function* jsonLines(path: string): AsyncGenerator<ExportedLine> {
  const input = createReadStream(path, 'utf8')
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1
    yield jsonLine(line, text)
  }
}

function jsonLine(line: number, text: string): ExportedLine {
  try {
    const { proof, ...said } = JSON.parse(text) as { proof?: unknown; seq?: unknown }
    if (typeof proof !== 'string') return unreadable(line)
    return { line, row: Number(said.seq), text: JSON.stringify(said), proof }
  } catch {
    return unreadable(line)
  }
}

async function* csvLines(path: string): AsyncGenerator<ExportedLine> {
  // A quote within a cell that has none is read as it is: the line then has no valid proof.
  const options = { delimiter: ';', bom: true, relax_column_count: true, relax_quotes: true, info: true }
  const parser = createReadStream(path).pipe(parse(options))
  let header: readonly string[] | null = null
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[]
    info: { lines: number }
  }>) {
    if (header === null) header = record
    else {
      const [row = ''] = record
      const text = JSON.stringify([header, record.slice(0, -1)])
      yield { line: info.lines, row: Number(row), text, proof: record.at(-1) ?? '' }
    }
  }
}
