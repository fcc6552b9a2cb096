import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { packTar, readTar, TarError } from './tar.ts'

const files = [
  { name: 'manifest.json', text: '{}' },
  { name: 'empty', text: '' },
  { name: 'block', text: 'x'.repeat(512) },
  { name: 'long', text: 'é'.repeat(40_000) },
]
const entries = () =>
  files.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text), content: [Buffer.from(text)] }))

async function packed(): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of packTar(entries())) parts.push(part)
  return Buffer.concat(parts)
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(
  source: AsyncIterable<Uint8Array>,
  reads = true,
): Promise<{ name: string; text: string }[]> {
  const found: { name: string; text: string }[] = []
  for await (const { name, content } of readTar(source)) {
    const parts: Uint8Array[] = []
    if (reads) for await (const part of content) parts.push(part)
    found.push({ name, text: Buffer.concat(parts).toString() })
  }
  return found
}

it('reads what it writes, in pieces of any size, whether contents are read or skipped', async () => {
  const bytes = await packed()
  for (const size of [1_000_000, 512, 313]) expect(await read(inPieces(bytes, size))).toEqual(files)
  const names = (await read(inPieces(bytes, 700), false)).map(({ name }) => name)
  expect(names).toEqual(files.map(({ name }) => name))
})

it('writes what tar lists and extracts', async () => {
  const listed = execFileSync('tar', ['tvf', '-'], { input: await packed(), encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual(
    files.map(({ name, text }) =>
      expect.stringMatching(new RegExp(`^-rw------- .* ${Buffer.byteLength(text)} .* ${name}$`)),
    ),
  )
})

it('refuses a damaged header and a container that ends early', async () => {
  const bytes = await packed()
  const damaged = Buffer.from(bytes)
  damaged[130] = 0x37
  await expect(read(inPieces(damaged, 4_096))).rejects.toThrow(TarError)
  await expect(read(inPieces(bytes.subarray(0, 2_000), 4_096))).rejects.toThrow(TarError)
})
