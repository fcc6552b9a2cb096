import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createFolderTransport } from './folder-transport.ts'
import type { Message } from './transport.ts'

const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const message = (date: Date): Message => ({
  messageId: '<a@exemple.fr>',
  from: 'a@exemple.fr',
  to: 'b@exemple.fr',
  subject: 'Bonjour',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
  date,
})
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

it('old mail files are deleted, and no other file of the folder', async () => {
  const folder = folderOf()
  const transport = createFolderTransport(folder, pino({ level: 'silent' }))
  const { signal } = new AbortController()
  for (const number of [1, 2, 20]) await transport.send(number, message(day(number)), signal)
  const foreign = ['2020-01-01.eml', 'notes.txt']
  for (const name of foreign) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, '2026-01-02T00-00-00-000Z-7.eml.part'), 'half')
  await transport.tidy?.(day(10).getTime())
  expect(readdirSync(folder).toSorted()).toEqual([...foreign, '2026-01-20T00-00-00-000Z-20.eml'].toSorted())
})

it('a missing folder has nothing to delete', async () => {
  const transport = createFolderTransport(join(folderOf(), 'mails'), pino({ level: 'silent' }))
  await expect(transport.tidy?.(day(10).getTime())).resolves.toBeUndefined()
})
