import { describe, expect, it } from 'vitest'
import { dayTexts } from '#texts/office/dashboard.ts'
import {
  counted,
  formatCountdown,
  formatDay,
  formatExactDate,
  formatKilobytes,
  formatNumber,
  formatRelativeDate,
  plural,
  truncate,
  typographic,
} from './format.ts'
import { listTexts } from './lists.ts'

const now = Date.UTC(2026, 10, 21, 9, 5)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('the format of texts', () => {
  it('has the singular for zero and one', () => {
    expect([0, 1, 1.5, 2].map((count) => plural(count, 'dossier', 'dossiers'))).toEqual([
      'dossier',
      'dossier',
      'dossier',
      'dossiers',
    ])
    expect(counted(12, 'mot de passe', 'mots de passe')).toBe('12\u00a0mots de passe')
  })

  it('writes numbers and sizes in French', () => {
    expect(formatNumber(12345.678)).toBe('12\u202f345,68')
    expect([102_400, 1_572_864].map(formatKilobytes)).toEqual(['100 Ko', '1536 Ko'])
    const { kilobytes, megabytes } = listTexts.files
    expect([0, 1, 1024, 1025].map(kilobytes)).toEqual(['0\u00a0Ko', '1\u00a0Ko', '1\u00a0Ko', '2\u00a0Ko'])
    expect(megabytes(1_572_864)).toBe('1,5\u00a0Mo')
  })

  it('has non-breaking spaces before double punctuation and inside quotation marks', () => {
    expect(typographic('Supprimer « Paie » ? Oui : non ! Bien ; fin')).toBe(
      'Supprimer «\u00a0Paie\u00a0»\u202f? Oui\u00a0: non\u202f! Bien\u202f; fin',
    )
  })

  it('writes dates in full and as days', () => {
    expect(formatExactDate(now, 'Europe/Paris')).toBe('21 novembre 2026 à 10:05')
    expect(formatDay(now, 'Europe/Paris')).toBe('21/11/2026')
  })

  it('writes the first day of a month « 1er » before its name, and as a digit in a numeric date', () => {
    const first = Date.UTC(2026, 10, 1, 9, 5)
    expect(formatExactDate(first, 'Europe/Paris')).toBe('1er novembre 2026 à 10:05')
    expect(formatDay(first, 'Europe/Paris')).toBe('01/11/2026')
    expect(dayTexts.full('2026-11-01')).toBe('dimanche 1er novembre 2026')
    expect(dayTexts.long('2026-11-01')).toBe('1er novembre 2026')
    expect(dayTexts.short('2026-11-01')).toBe('1er nov.')
    expect(dayTexts.month('2026-11-01')).toBe('nov. 26')
    expect(['2026-11-11', '2026-11-21'].map(dayTexts.long)).toEqual(['11 novembre 2026', '21 novembre 2026'])
  })

  it('writes a past or future date as a distance', () => {
    const ago = (distance: number) => formatRelativeDate(now - distance, now)
    expect(ago(0)).toBe("à l'instant")
    expect(ago(59_000)).toBe("à l'instant")
    expect(ago(5 * minute)).toBe('il y a 5 minutes')
    expect(ago(23.9 * hour)).toBe('il y a 23 heures')
    expect(ago(day)).toBe('hier')
    expect(ago(29 * day)).toBe('il y a 29 jours')
    expect(ago(30 * day)).toBe('le mois dernier')
    expect(ago(364 * day)).toBe('il y a 11 mois')
    expect(ago(800 * day)).toBe('il y a 2 ans')
    expect(ago(-2 * hour)).toBe('dans 2 heures')
  })

  it('has the straight apostrophe at every distance', () => {
    const year = 365.25 * day
    const distances = [minute, hour, day, 31 * day, year].flatMap((unit) =>
      [1, 2, 3].flatMap((count) => [count * unit, -count * unit]),
    )
    const said = distances.map((distance) => formatRelativeDate(now + distance, now))
    expect(said.filter((text) => text.includes('\u2019'))).toEqual([])
    expect(said).toEqual(expect.arrayContaining(["l'année dernière", "l'année prochaine", 'hier', 'demain']))
  })

  it('writes a countdown', () => {
    expect([0, 0.2, 45, 845, 3600, -3].map(formatCountdown)).toEqual([
      '0:00',
      '0:01',
      '0:45',
      '14:05',
      '1:00:00',
      '0:00',
    ])
  })

  it('truncates after 50 characters without splitting one', () => {
    expect(truncate('a'.repeat(50))).toBe('a'.repeat(50))
    expect(truncate('a'.repeat(51))).toBe(`${'a'.repeat(49)}…`)
    expect(truncate('🔑'.repeat(50))).toBe('🔑'.repeat(50))
    expect(truncate('🔑'.repeat(60), 3)).toBe('🔑🔑…')
  })
})
