import { spawn } from 'node:child_process'
import { backupProblems } from '#texts/backups.ts'
import { BackupProblem } from './problem.ts'

/** The parameters of an address that PostgreSQL's own tools know as well. */
const sharedParameters = [
  'host',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
  'connect_timeout',
] as const

type Tool = 'pg_dump' | 'pg_restore'

const parts = /^(postgres(?:ql)?):\/\/(?:([^@/?]*)@)?([^/?]*)(\/[^?]*)?(?:\?(.*))?$/i

/** Returns an address for PostgreSQL's tools, without its password, and the environment that has it. */
export function toolAddress(url: string): { address: string; env: Record<string, string> } {
  const [, scheme = 'postgres', account = '', hosts = '', base = '', query = ''] = parts.exec(url) ?? []
  const [user, password] = splitOnce(account)
  const given = new URLSearchParams(query)
  const parameters = new URLSearchParams()
  for (const name of sharedParameters) {
    const value = given.get(name)
    // A mode of the driver alone: encrypted, whoever answers.
    if (value !== null) parameters.set(name, value === 'no-verify' ? 'require' : value)
  }
  if (hosts.includes(',') && !parameters.has('target_session_attrs'))
    parameters.set('target_session_attrs', 'read-write')
  const secret = password ?? given.get('password')
  return {
    address: `${scheme}://${user === '' ? '' : `${user}@`}${hosts}${base}?${parameters.toString()}`,
    env: secret === null ? {} : { PGPASSWORD: decodeURIComponent(secret) },
  }
}

const splitOnce = (account: string): [string, string | null] => {
  const at = account.indexOf(':')
  return at < 0 ? [account, null] : [account.slice(0, at), account.slice(at + 1)]
}

/** Returns the address of another database of the same server. */
export function addressOfBase(url: string, base: string): string {
  const [, scheme = 'postgres', account, hosts = '', , query] = parts.exec(url) ?? []
  return `${scheme}://${account === undefined ? '' : `${account}@`}${hosts}/${base}${query === undefined ? '' : `?${query}`}`
}

/** Returns the main version of a tool of the path, such as 17; null when there is none. */
export async function toolMajor(tool: Tool): Promise<number | null> {
  const child = spawn(tool, ['--version'], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
  const [, major] = /\) (\d+)/.exec(said) ?? []
  return major === undefined ? null : Number(major)
}

/** What is kept of what a tool says. */
const keptBytes = 4_096

/**
 * Runs `pg_dump` or `pg_restore` of the path.
 * @param url null for what needs no database
 * @throws BackupProblem when it is not installed, older than the server, or fails
 */
export async function runTool(
  tool: Tool,
  url: string | null,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { address, env } = url === null ? { address: null, env: {} } : toolAddress(url)
  const base = address === null ? [] : [`--dbname=${address}`, '--no-password']
  const child = spawn(tool, [...args, ...base], {
    env: { ...process.env, ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-keptBytes)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupProblem(backupProblems.toolMissing(tool))
    throw error
  })
  if (code === 0) return
  if (/server version mismatch|unsupported version/.test(said))
    throw new BackupProblem(backupProblems.toolTooOld(tool))
  throw new BackupProblem(backupProblems.toolFailed(tool, said.trim().split('\n')[0] ?? ''))
}
