import type { Assembled } from './assemble.ts'
import type { Config } from './config.ts'
import { engineOf } from './platform/database/engine.ts'
import { programVersion } from './platform/program.ts'
import { nodeNameOf, registeredNodes } from './platform/root-keys/nodes.ts'
import { receiversIn } from './platform/siem/cursors.ts'

type Described = Pick<Assembled['deps'], 'db' | 'keys' | 'certificate'> & { readonly config: Config }

/** Returns what is running, for one line of the log: hosts, numbers and dates, no account and no secret. */
export async function describeStart({ config, db, keys, certificate }: Described) {
  const { directory, smtp, sso, metrics } = config
  const own = nodeNameOf(config)
  const expiresAt = certificate.expiresAt()
  const otherNodes = await registeredNodes(db).then(
    (nodes) => nodes.filter(({ name, isSilent }) => !isSilent && name !== own).length,
    // A database that does not answer just then stops no start.
    () => null,
  )
  return {
    version: programVersion,
    node: process.versions.node,
    engine: engineOf(db),
    url: config.publicOrigin,
    otherNodes,
    sealed: keys.isSealed,
    rootKeys: keys.isSealed ? [] : keys.keyring.versions,
    rootKeySource: config.rootKeySource,
    directory: directory === null ? null : `${directory.host}:${directory.port}`,
    sso: sso === null ? null : sso.issuer.host,
    mail: smtp === null ? 'files' : `${smtp.host}:${smtp.port}`,
    siem: receiversIn(config.siem),
    tls: expiresAt === null ? null : { expiresAt: new Date(expiresAt).toISOString() },
    metrics:
      metrics === null
        ? null
        : metrics.address === null
          ? 'main port'
          : `${metrics.address.host}:${metrics.address.port}`,
    traces: config.traces,
  }
}
