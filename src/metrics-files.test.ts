import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { metricTable } from '#server/platform/metrics/table.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const rules = read('deploy/prometheus-rules.yaml')
const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
  panels: { id: number; title: string; targets?: { expr: string }[] }[]
}

/** Every name that an exposition may have: our own, and those of the process and of Node. */
async function exposedNames(): Promise<Set<string>> {
  const text = await createMetrics().expose([])
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    typed.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:trousseau|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) => name)),
]

const namesOf = (pattern: RegExp, text: string): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

it('[WTCH-07] the dashboard and the alert rules name only metrics that exist', async () => {
  const known = await exposedNames()
  const expressions = {
    rules: [...rules.matchAll(/^ +expr: (?:>-\n((?: {10,}.*\n)+)|(.*))/gm)].map(
      ([, folded, line]) => folded ?? line ?? '',
    ),
    dashboard: dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  }
  expect([expressions.rules.length > 15, expressions.dashboard.length > 25]).toEqual([true, true])
  for (const [file, all] of Object.entries(expressions)) {
    const strange = all.flatMap(namesIn).filter((name) => !known.has(name))
    expect([file, strange]).toEqual([file, []])
    // Without names the check above would pass.
    expect(all.filter((expr) => namesIn(expr).length === 0 && !/\bup\{/.test(expr))).toEqual([])
  }
})

it('[WTCH-07] whoever gets an alert sees its curve: each of our metrics that a rule reads has a panel', () => {
  const read = namesIn(rules).filter((name) => name.startsWith('trousseau_'))
  const shown = new Set(
    dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))),
  )
  expect(read.length).toBeGreaterThan(15)
  expect(read.filter((name) => !shown.has(name))).toEqual([])
})

it('[WTCH-07] the labels by which they choose and group are labels of those metrics', () => {
  const text = `${rules}${JSON.stringify(dashboard).replaceAll('\\"', '"')}`
  const strange = [...text.matchAll(/\b(trousseau_[a-z_]+)\{([^}]*)\}/g)].flatMap(
    ([, name = '', chosen = '']) => {
      const base = name.replace(/_(?:bucket|sum|count)$/, '')
      const row = metricTable[base as keyof typeof metricTable] as { readonly labels?: object } | undefined
      return [...chosen.matchAll(/(\w+)[=!]/g)]
        .map(([, label = '']) => label)
        .filter((label) => !['job', 'instance'].includes(label) && !Object.hasOwn(row?.labels ?? {}, label))
        .map((label) => `${name} ${label}`)
    },
  )
  expect(strange).toEqual([])
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})

it('[WTCH-07] each alert has a case of promtool in which it fires, one in which it does not, and advice in both languages', () => {
  const alerts = namesOf(/- alert: (\w+)/g, rules)
  const cases = ['rules', 'rules-of-days'].map((name) => read(`scripts/metrics/${name}.test.yaml`)).join('')
  const [silent, firing] = [
    namesOf(/alertname: (\w+), exp_alerts: \[\]/g, cases),
    namesOf(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g, cases),
  ]
  expect(alerts.length).toBeGreaterThan(20)
  expect([firing, silent]).toEqual([alerts, alerts])
  for (const page of ['docs/operations.md', 'docs/fr/exploitation.md'])
    expect([page, namesOf(/`(Trousseau[A-Z]\w+)`/g, read(page))]).toEqual([page, alerts])
})

it('each metric of the table is described in operations.md', () => {
  const page = read('docs/operations.md')
  expect(Object.keys(metricTable).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
