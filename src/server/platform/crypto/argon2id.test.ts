import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { argon2id, normalised } from './argon2id.ts'
import type { Argon2Input } from './argon2id-input.ts'

const input = (typed: string, memory = 256): Argon2Input => ({
  message: normalised(typed),
  salt: Buffer.alloc(16, 7),
  length: 32,
  memory,
  passes: 2,
  parallelism: 1,
})

const here = ({ salt, length, ...rest }: Argon2Input): Buffer =>
  argon2Sync('argon2id', { ...rest, nonce: salt, tagLength: length })

describe('argon2id', () => {
  it('returns each concurrent caller their own hash', async () => {
    const inputs = Array.from({ length: 12 }, (_, index) => input(`mot de passe ${index}`))
    const hashes = await Promise.all(inputs.map(argon2id))
    expect(hashes).toEqual(inputs.map(here))
  })

  it('rejects an invalid cost, and computes the following hashes', async () => {
    const asked = [input('un', 1), input('deux'), input('trois', 1), input('quatre')]
    const answers = await Promise.allSettled(asked.map(argon2id))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('does not change its input', async () => {
    const given = input('é')
    await argon2id(given)
    expect(given.message).toEqual(Buffer.from('é'))
  })

  it('computes two hashes concurrently', async () => {
    const ended: number[] = []
    const costly = [1, 2, 3].map((at) =>
      argon2id(input('long', at === 3 ? 256 : 65_536)).then(() => ended.push(at)),
    )
    await Promise.all(costly)
    expect(ended.at(0)).not.toBe(3)
    expect(ended).toContain(3)
  })
})
