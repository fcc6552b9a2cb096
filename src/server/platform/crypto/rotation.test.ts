import { describe, expect, it } from 'vitest'
import { activateKey, newKeyringRecord, publishKey, retireKey, rotationStep } from './rotation.ts'

const failed = (code: string) => expect.objectContaining({ code })
const first = newKeyringRecord()
const published = publishKey(first, 2)
const activated = activateKey(published, 2)
const retired = retireKey(activated, 1)

describe('a rotation of the root keys', () => {
  it('reports its step, so that an interrupted one resumes', () => {
    expect(rotationStep(first)).toEqual({ step: 'settled', active: 1 })
    expect(rotationStep(published)).toEqual({ step: 'published', next: 2 })
    expect(rotationStep(activated)).toEqual({ step: 'activated', active: 2, old: [1] })
    expect(rotationStep(retired)).toEqual({ step: 'settled', active: 2 })
  })

  it('keeps the old key until it is retired', () => {
    expect(published.keys[0]).toBe(first.keys[0])
    expect(activated.keys).toEqual(published.keys)
    expect(retired.keys).toEqual([published.keys[1]])
  })

  it('changes nothing when a step is done twice', () => {
    expect(publishKey(published, 2)).toBe(published)
    expect(activateKey(activated, 2)).toBe(activated)
    expect(retireKey(retired, 1)).toBe(retired)
  })

  it('never reuses a number', () => {
    expect(() => publishKey(retired, 1)).toThrow(failed('KEY_OUT_OF_ORDER'))
    expect(publishKey(first, 3).keys.map(({ version }) => version)).toEqual([1, 3])
    expect(() => retireKey(published, 2)).toThrow(failed('KEY_NEWER'))
  })

  it('does not activate an unknown key, nor retire the active one', () => {
    expect(() => activateKey(first, 2)).toThrow(failed('KEY_UNKNOWN'))
    expect(() => retireKey(published, 1)).toThrow(failed('KEY_ACTIVE'))
  })
})
