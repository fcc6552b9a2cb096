import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'

/** The samplers of the specification, by the value of `OTEL_TRACES_SAMPLER`. */
const samplers: Readonly<Record<string, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
}

/** Returns the sampler that the standard variables name. An unknown name counts as unset, as the specification asks. */
export function samplerOf(env: Readonly<Record<string, string | undefined>>): Sampler {
  const name = env['OTEL_TRACES_SAMPLER']?.trim() ?? ''
  const given = Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? 1)
  const share = given >= 0 && given <= 1 ? given : 1
  const alone = samplers[name]
  if (alone) return alone(share)
  const root = samplers[name.replace(/^parentbased_/, '')] ?? (() => new AlwaysOnSampler())
  return new ParentBasedSampler({ root: root(share) })
}
