import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { journalActions } from '#domain/platform/journal-actions.ts'
import { eventOf, type SiemEvent } from './events.ts'
import { framed, lineOf, messageBytes, parameter, syslogMessage } from './formats.ts'

const row = {
  seq: 7,
  at: Date.UTC(2026, 0, 15, 9),
  actor_id: 3,
  actor_name: 'camille',
  session_id: 's1',
  ip: '192.0.2.7',
  action: 'item.copied',
  outcome: 'done',
  chest_id: 1,
  objects: '{"item":4}',
  item_id: 4,
  node: 0xabc,
  number: 12,
  mac: null,
} as const

/** Texts with everything that a format may trip over. */
const hostile = fc.string({ unit: 'binary', maxLength: 400 })
const anyEvent: fc.Arbitrary<SiemEvent> = fc
  .record({
    actor_name: hostile,
    session_id: fc.option(hostile),
    ip: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('local')),
    action: fc.oneof(fc.constantFrom(...Object.keys(journalActions)), hostile),
    outcome: fc.constantFrom('done' as const, 'refused' as const),
    objects: fc
      .dictionary(
        fc.constantFrom('item', 'itemIds', 'name', 'rights'),
        fc.oneof(fc.nat(), hostile, fc.array(hostile, { maxLength: 60 })),
      )
      .map((objects) => JSON.stringify(objects)),
    node: fc.option(fc.nat({ max: 2 ** 48 - 1 })),
  })
  .map((some) => eventOf({ ...row, ...some }))

/** Splits a message as RFC 5424 §6 says. */
const rfc5424 =
  /^<(\d{1,3})>1 (\S+) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) \[(?:"(?:[^"\\\]]|\\["\\\]])*"|[^"\]])*\] (.*)$/su

/** Reads CEF as its specification says. */
function readCef(text: string) {
  const parts = text.split(/(?<!\\)(?:\\\\)*\|/)
  const fields: Record<string, string> = {}
  const extension = text.slice(text.indexOf('rt='))
  for (const [, key = '', value = ''] of extension.matchAll(/(\w+)=((?:\\.|[^\\=])*?)(?= \w+=|$)/gs))
    fields[key] = value.replace(/\\(.)/gs, (_, sign: string) => ({ n: '\n', r: '\r' })[sign] ?? sign)
  return { parts, fields }
}

describe('an event', () => {
  it('of an action that this version does not know is one of the system', () => {
    for (const action of ['toString', '__proto__', 'inconnue'])
      expect(eventOf({ ...row, action })).toMatchObject({ action, group: 'system', severity: 'notice' })
  })

  it('has ids, the login of who did it, and what the action recorded', () => {
    expect(JSON.parse(lineOf('json', eventOf(row)))).toEqual({
      id: '000000000abc-12',
      seq: 7,
      at: '2026-01-15T09:00:00.000Z',
      action: 'item.copied',
      group: 'secrets',
      severity: 'info',
      outcome: 'done',
      actor: { id: 3, login: 'camille' },
      session: 's1',
      ip: '192.0.2.7',
      chest: 1,
      objects: { item: 4 },
    })
  })

  it('of before the MACs is named by its row; one that the server did has no address', () => {
    const old = eventOf({ ...row, node: null, number: null, actor_id: null, actor_name: null, ip: 'local' })
    expect(old).toMatchObject({ id: 'row-7', actor: null, ip: null })
  })

  it('is critical when the check of the journal found tampering', () => {
    const checked = { ...row, action: 'journal.checked', objects: '{"faults":1,"rows":9}' }
    expect(eventOf(checked).severity).toBe('info')
    const found = eventOf({ ...checked, outcome: 'refused' })
    expect(found.severity).toBe('critical')
    expect(syslogMessage('json', 'coffre.exemple.fr', found)).toMatch(/^<106>1 /)
    expect(lineOf('cef', found)).toContain('|journal.checked|journal.checked|10|')
  })

  it('of any action has a name that fits a header', () => {
    for (const action of Object.keys(journalActions)) expect(action, action).toMatch(/^[!-~]{1,32}$/)
  })
})

describe('a message', () => {
  it('is as RFC 5424 writes it', () => {
    expect(syslogMessage('json', 'coffre.exemple.fr', eventOf(row))).toBe(
      '<110>1 2026-01-15T09:00:00.000Z coffre.exemple.fr trousseau 000000000abc item.copied ' +
        '[trousseau@32473 id="000000000abc-12" seq="7" outcome="done"] ' +
        lineOf('json', eventOf(row)).trimEnd(),
    )
  })

  it('can be split again, is never too long and one line, whatever it holds [SIEM-06]', () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom('json' as const, 'cef' as const), (event, format) => {
        const message = syslogMessage(format, 'coffre.exemple.fr', event)
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(messageBytes)
        expect(message).not.toMatch(/[\r\n\0]/)
        const [, priority, , , , , , text = ''] = rfc5424.exec(message) ?? []
        expect(Math.floor(Number(priority) / 8)).toBe(13)
        if (format === 'json') {
          const read = JSON.parse(text) as SiemEvent
          expect(read.actor?.login).toBe(event.actor?.login.toWellFormed())
          const given = Object.keys(event.objects)
          expect([...Object.keys(read.objects), ...(read.shortened ?? [])].toSorted()).toEqual(
            given.toSorted(),
          )
        } else {
          const { fields } = readCef(text)
          expect(fields['externalId']).toBe(event.id)
          const login = event.actor?.login.toWellFormed().replace(/[^\P{Cc}\r\n]/gu, ' ')
          if (login !== '') expect(fields['suser']?.trimEnd()).toBe(login?.trimEnd())
          if (Object.keys(event.objects).length > 0 && fields['cs3'] === undefined)
            expect(JSON.parse(fields['cs1'] ?? '')).toEqual(JSON.parse(JSON.stringify(event.objects)))
        }
      }),
    )
  })

  it('escapes values of structured data', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = parameter(text)
        expect(escaped).toMatch(/^(?:[^"\\\]]|\\["\\\]])*$/su)
        expect(escaped.replace(/\\(.)/gs, '$1')).toBe(text.toWellFormed().replace(/\p{Cc}/gu, ' '))
      }),
    )
  })

  it('leaves out the longest recorded fields of a large event, and names them', () => {
    const itemIds = Array.from({ length: 3_000 }, (_, at) => String(at * 2))
    const event = eventOf({ ...row, objects: JSON.stringify({ items: 3_000, itemIds }) })
    for (const format of ['json', 'cef'] as const) {
      const line = lineOf(format, event)
      expect(Buffer.byteLength(line)).toBeLessThan(messageBytes)
      expect(line).toContain('itemIds')
      expect(line).not.toContain('5998')
    }
    expect(JSON.parse(lineOf('json', event))).toMatchObject({
      objects: { items: 3_000 },
      shortened: ['itemIds'],
    })
  })

  it('is framed by its length in bytes, so that a stream of them can be cut again', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 8 }), (messages) => {
        let rest = Buffer.from(messages.map(framed).join(''))
        for (const message of messages) {
          const space = rest.indexOf(' ')
          const end = space + 1 + Number(rest.subarray(0, space).toString())
          expect(rest.subarray(space + 1, end)).toEqual(Buffer.from(message))
          rest = rest.subarray(end)
        }
        expect(rest.length).toBe(0)
      }),
    )
  })
})
