import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declarationText } from '#texts/platform/accessibility.ts'
import { audit, auditLevel } from '#texts/platform/accessibility-audit.ts'
import { accessibilityLevels, shellTexts } from '#texts/platform/shell.ts'
import { declarationPage } from '#server/platform/documents/declaration-page.ts'
import { auditFile, criteriaByTheme, criteriaOf, summaryOf } from '../scripts/accessibility.ts'

const markdown = readFileSync(auditFile, 'utf8')
const criteria = criteriaOf(markdown)
const facts = {
  organisation: 'Ville de <Saint-Aubin>',
  address: null,
  contact: 'dsi@exemple.fr',
  publisher: null,
  hosting: null,
}

describe('the audit', () => {
  it('has each of the 106 criteria of RGAA 4.1 once, in their order', () => {
    const wanted = criteriaByTheme.flatMap((count, theme) =>
      Array.from({ length: count }, (_, at) => `${theme + 1}.${at + 1}`),
    )
    expect(wanted).toHaveLength(106)
    expect(criteria.map(({ number }) => number)).toEqual(wanted)
  })

  it('says of each criterion how its state was seen, in a sentence', () => {
    expect(criteria.filter(({ seen }) => !/^.{10,}[.…]$/u.test(seen))).toEqual([])
  })

  it('names the pages of the fault for each criterion that is not met', () => {
    expect(criteria.filter(({ state, seen }) => state === 'NC' && !/\bP\d/.test(seen))).toEqual([])
  })

  it.each(['| 1.1 | Images | | Vu. |', '| 1.1 | Images | oui | Vu. |', '| 1.1 | Images | C | |'])(
    'refuses the row %s',
    (row) => expect(() => criteriaOf(row)).toThrow(/criterion 1\.1/),
  )

  it('rates by the criteria that apply, and takes the levels of the law', () => {
    const rows = (states: string) =>
      states.split(' ').map((state, at) => `| 1.${at + 1} | Sujet | ${state} | Vu. |`)
    const head = markdown.slice(0, markdown.indexOf('## 1. Images'))
    const of = (states: string) => {
      const summary = summaryOf(`${head}\n${rows(states).join('\n')}`)
      return [summary.auditLevel, summary.audit.rate]
    }
    expect(of('C C NA')).toEqual(['full', 100])
    expect(of('C NC NA')).toEqual(['partial', 50])
    expect(of('C NC NC')).toEqual(['none', 33])
  })
})

describe('the declaration', () => {
  const page = declarationPage(declarationText(facts))
  const count = (wanted: string) => criteria.filter(({ state }) => state === wanted).length

  it('is that of the audit in docs', () => {
    expect({ auditLevel, audit }).toEqual(summaryOf(markdown))
  })

  it('says the level, the rate and each criterion that is not met', () => {
    const rate = Math.floor((100 * count('C')) / (count('C') + count('NC')))
    expect(page).toContain(`soit ${rate}\u00a0%`)
    expect(page).toContain(`Trousseau est ${accessibilityLevels[auditLevel]}`)
    expect(shellTexts.accessibility(auditLevel)).toBe(
      `Accessibilité\u00a0: ${accessibilityLevels[auditLevel]}`,
    )
    const named = [...page.matchAll(/<li>Critère ([\d.]+),/g)].map(([, number]) => number)
    expect(named).toEqual(criteria.filter(({ state }) => state === 'NC').map(({ number }) => number))
  })

  it('names the operator and whom to write to, and links to the Défenseur des droits', () => {
    expect(page).toContain('Ville de &lt;Saint-Aubin&gt;')
    expect(page).toContain('dsi@exemple.fr')
    expect(page).toContain('<a href="https://formulaire.defenseurdesdroits.fr">')
    expect(page).toContain('<html lang="fr">')
  })
})
