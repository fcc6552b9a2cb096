import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { JournalEvent } from '#server/platform/journal/journal.ts'
import { metricRows, metricTable, signInOutcomes, type MetricName, type Sample } from './table.ts'

/** What happens between two scrapes is counted here; everything else is read when somebody asks. */
export type Metrics = {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  observeCommit(seconds: number): void
  countEvent(event: Pick<JournalEvent, 'action' | 'outcome'>): void
  /** Returns the exposition with these samples; a metric without a sample is left out. */
  expose(samples: readonly Sample[]): Promise<string>
  readonly contentType: string
}

const outcomeOf: Readonly<Record<string, string>> = signInOutcomes

/** Creates the metrics of one server, in a registry of its own. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  // Memory by space, event-loop delay, garbage collection, processor, open files.
  collectDefaultMetrics({ register: registry })
  // Gauges with the ending of counters, which Prometheus' own check refuses; of no use here.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  const histograms = new Map<MetricName, Histogram>()
  const counters = new Map<MetricName, Counter>()
  const gauges = new Map<MetricName, Gauge>()
  for (const [name, { type, help, labels = {}, buckets = [] }] of metricRows) {
    const how = { name, help, labelNames: Object.keys(labels), registers: [registry] }
    if (type === 'histogram') histograms.set(name, new Histogram({ ...how, buckets: [...buckets] }))
    else if (type === 'counter') counters.set(name, new Counter(how))
    else gauges.set(name, new Gauge(how))
  }
  const requests = required(histograms, 'trousseau_http_request_duration_seconds')
  const commits = required(histograms, 'trousseau_database_commit_duration_seconds')
  const signIns = required(counters, 'trousseau_sign_ins_total')
  const events = required(counters, 'trousseau_journal_events_total')
  // A rate needs the zero from which it rises.
  for (const outcome of new Set(Object.values(signInOutcomes))) signIns.inc({ outcome }, 0)

  const show = ({ name, labels = {}, value }: Sample): void => {
    const counter = counters.get(name)
    if (counter === undefined) return required(gauges, name).set({ ...labels }, value)
    counter.reset()
    counter.inc({ ...labels }, value)
  }
  /** One exposition at a time: each sets the samples that it prints. */
  let turn: Promise<unknown> = Promise.resolve()

  return {
    contentType: registry.contentType,
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    observeCommit: (seconds) => commits.observe(seconds),
    countEvent({ action, outcome = 'done' }) {
      events.inc({ action, outcome })
      const ended = outcomeOf[action]
      if (ended !== undefined) signIns.inc({ outcome: ended })
    },
    expose(samples) {
      const exposed = turn.then(() => {
        for (const [name, gauge] of gauges) {
          // Without labels, a reset sets 0: an unknown value is no 0.
          if ('labels' in metricTable[name]) gauge.reset()
          else gauge.remove()
        }
        samples.forEach(show)
        return registry.metrics()
      })
      turn = exposed.catch(() => undefined)
      return exposed
    },
  }
}

function required<Kind>(of: ReadonlyMap<MetricName, Kind>, name: MetricName): Kind {
  const found = of.get(name)
  if (found === undefined) throw new Error(`${name} is of another kind`)
  return found
}
