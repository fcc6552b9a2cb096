import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkpointText, noteSigner, readCheckpoint } from './signed-note.ts'

const seed = Buffer.alloc(32, 7)
const signer = noteSigner('trousseau/essai', seed)
const root = Buffer.alloc(32, 9)
const note = signer.sign(checkpointText(signer.name, { size: 12, root }, ['2026-11-26T10:00:00.000Z']))

describe('a signed checkpoint', () => {
  it('has the lines of C2SP tlog-checkpoint and signed-note [PROO-07]', () => {
    const lines = note.split('\n')
    expect(lines.slice(0, 5)).toEqual([
      'trousseau/essai',
      '12',
      root.toString('base64'),
      '2026-11-26T10:00:00.000Z',
      '',
    ])
    expect(lines[5]).toMatch(/^\u2014 trousseau\/essai [A-Za-z0-9+/]{90,92}={0,2}$/)
    expect(lines.slice(6)).toEqual([''])
  })

  it('is verified with the public key alone, as another tool does [PROO-07]', () => {
    const [name, id = '', key = ''] = signer.verifierKey
      .split('+', 2)
      .concat(signer.verifierKey.split('+').slice(2).join('+'))
    expect(name).toBe(signer.name)
    const typed = Buffer.from(key, 'base64')
    expect(typed[0]).toBe(1)
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)])
    const signed = Buffer.from(note.trimEnd().split(' ').at(-1) ?? '', 'base64')
    expect(signed.subarray(0, 4).toString('hex')).toBe(id)
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(text), publicKey, signed.subarray(4))).toBe(true)
  })

  it('is read back, and not once it was changed or signed by another [PROO-09]', () => {
    const text = signer.open(note) ?? ''
    expect(readCheckpoint(signer.name, text)).toEqual({ size: 12, root })
    expect(signer.open(note.replace('\n12\n', '\n13\n'))).toBeNull()
    expect(noteSigner(signer.name, Buffer.alloc(32, 8)).open(note)).toBeNull()
    expect(signer.open('')).toBeNull()
    expect(readCheckpoint('autre', text)).toBeNull()
    expect(readCheckpoint(signer.name, text.replace('\n12\n', '\n012\n'))).toBeNull()
  })
})
