import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { health } from '#contract/platform/health.ts'
import { settingRows } from '#server/platform/settings-table.ts'
import { containerProblems, lintCompose, lintContainerfile } from '../scripts/containers-lint.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type Service = {
  readonly image: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, unknown>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets?: Readonly<Record<string, unknown>>
}
const samples = Object.entries({ sqlite: 'caddy', postgres: 'haproxy' }).map(([engine, proxy]) => {
  const text = read(`deploy/compose-${engine}.yaml`)
  return { engine, proxy, text, ...(parse(text, { merge: true }) as Compose) }
})
const isList = (networks: Service['networks']): networks is readonly string[] => Array.isArray(networks)
const isNode = ({ image }: Service): boolean => image === 'trousseau'
const nodesOf = ({ services }: Compose): [string, Service][] =>
  Object.entries(services).filter(([, service]) => isNode(service))

const containerfile = read('Containerfile')
const instructions = containerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
const last = (name: string): number => instructions.findLastIndex((line) => line.startsWith(`${name} `))

it('[PACK-09] the linters find nothing in the Containerfile and the compose files', () => {
  expect(containerProblems(root)).toEqual([])
})

it('[PACK-09] the linters find what a container engine would refuse', () => {
  expect(lintContainerfile(containerfile.replace('USER 10001', 'USR 10001'))).toEqual([
    expect.stringMatching(/^Containerfile:\d+ .*USR/),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const { engine, text } of samples) {
    const file = join(folder, `compose-${engine}.yaml`)
    writeFileSync(file, text.replace('read_only: true', 'read_onli: true'))
    expect(lintCompose([file])).toEqual([expect.stringMatching(/invalid-schema/)])
  }
})

it('[PACK-09] the image has two stages, an ordinary account and a check of its health by a route that exists', () => {
  expect(instructions.filter((line) => line.startsWith('FROM '))).toHaveLength(2)
  const [, account = ''] = /^USER (\S+)$/.exec(instructions[last('USER')] ?? '') ?? []
  expect(account).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(last('USER')).toBeGreaterThan(last('RUN'))
  expect(last('USER')).toBeGreaterThan(last('FROM'))
  const [, path] = /http:\/\/127\.0\.0\.1:8420(\/[a-z/]+)/.exec(instructions[last('HEALTHCHECK')] ?? '') ?? []
  // Alive, not ready: an engine that restarts a node whose database is away helps nobody.
  expect(path).toBe(health.live.path)
})

it('[PACK-09] a read-only root, no capability and no new privilege: what the nodes write is in volumes', () => {
  const written = (JSON.parse(/^VOLUME (.*)$/m.exec(containerfile)?.[1] ?? '[]') as string[]).toSorted()
  for (const sample of samples) {
    for (const [name, service] of Object.entries(sample.services)) {
      // PostgreSQL's image changes its account at the start.
      if (name === 'postgres') continue
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
      expect(service.security_opt).toEqual(['no-new-privileges:true'])
    }
    for (const [, { volumes = [] }] of nodesOf(sample))
      expect(volumes.map((volume) => volume.split(':')[1] ?? '').toSorted()).toEqual(written)
    const data = nodesOf(sample).map(([, { volumes = [] }]) =>
      volumes.find((volume) => volume.includes('/lib/')),
    )
    expect(new Set(data).size).toBe(data.length)
  }
})

it('[PACK-09] one node and Caddy, or three nodes, PostgreSQL and HAProxy, which alone is reached from outside', () => {
  const [sqlite, postgres] = samples.map(({ services }) => Object.keys(services).toSorted())
  expect(sqlite).toEqual(['caddy', 'trousseau'])
  expect(postgres).toEqual(['haproxy', 'node1', 'node2', 'node3', 'postgres'])
  for (const sample of samples) {
    const open = Object.entries(sample.services).filter(([, { ports = [] }]) => ports.length > 0)
    expect(open.map(([name]) => name)).toEqual([sample.proxy])
    // Every image but ours has a version.
    const untagged = Object.values(sample.services).filter(
      (service) => !isNode(service) && !/:\d+(?:\.\d+)*$/.test(service.image),
    )
    expect(untagged).toEqual([])
  }
  const balancer = read('deploy/compose-haproxy.cfg')
  const names = [...balancer.matchAll(/^ +server (\S+) (\S+):8420$/gm)].map(([, name, host]) => [name, host])
  const nodes = ['node1', 'node2', 'node3'].map((name) => [name, name])
  // The scripts of pages have a backend of their own.
  expect(names).toEqual([...nodes, ...nodes])
  expect(samples[0]?.text).toContain("--to, 'trousseau:8420'")
})

it('[PACK-09] what a compose file names exists: settings, volumes, secrets, networks, the address of the proxy', () => {
  const known = settingRows.map(({ name }) => name)
  for (const sample of samples) {
    const set = [...sample.text.matchAll(/^ +#?((?:TROUSSEAU|DATABASE|SMTP|LDAP|SSO)_\w+):/gm)].map(
      ([, name = '']) => name,
    )
    expect(set.length).toBeGreaterThan(3)
    expect(set.filter((name) => !known.includes(name))).toEqual([])
    for (const [name, { environment = {}, networks, secrets = [], volumes = [] }] of Object.entries(
      sample.services,
    )) {
      if (name !== 'postgres')
        expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([])
      const named = volumes
        .map((volume) => volume.split(':')[0] ?? '')
        .filter((volume) => !/^[./]/.test(volume))
      expect(Object.keys(sample.volumes)).toEqual(expect.arrayContaining(named))
      expect(Object.keys(sample.secrets ?? {})).toEqual(expect.arrayContaining([...secrets]))
      const joined = isList(networks) ? networks : Object.keys(networks)
      expect(Object.keys(sample.networks)).toEqual(expect.arrayContaining([...joined]))
    }
    const proxy = sample.services[sample.proxy]?.networks as Record<string, { ipv4_address?: string }>
    for (const [, { environment = {} }] of nodesOf(sample))
      expect(environment['TROUSSEAU_TRUSTED_PROXIES']).toBe(proxy['inside']?.ipv4_address)
  }
})

it('[PACK-09] an engine waits 20 s longer than a node drains before it kills it', () => {
  const drain = settingRows.find(({ name }) => name === 'TROUSSEAU_DRAIN_SECONDS')?.unset
  for (const sample of samples) {
    const periods = nodesOf(sample).map(([, service]) => service.stop_grace_period)
    expect(periods.length).toBeGreaterThan(0)
    expect(new Set(periods)).toEqual(new Set([`${Number.parseInt(drain ?? '', 10) + 20}s`]))
  }
})
