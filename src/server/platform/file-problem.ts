import { userInfo } from 'node:os'
import { fileFaults, fileProblem, type FileFault } from '#texts/platform/file-problems.ts'

/** A file or folder that the system refuses; the message is the sentence for the operator. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  readonly fault: FileFault
  constructor(fault: FileFault, paths: readonly string[], cause: unknown) {
    super(fileProblem(fault, paths, accountName()), { cause })
    this.fault = fault
  }
}

/** Returns the name of the account whose rights apply, or its number: in a container it may have no name. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.geteuid?.() ?? '')
  }
}

/** Calls of the system that concern no file, though their errors have the same codes: a program, a socket, a process. */
const otherCalls = /^(?:spawn|connect|bind|listen|accept|send|recv|getaddrinfo|kill|query)/

/**
 * Returns the problem that an error of the file system is for an operator; null for any other error.
 * @param path the file that was worked on: the errors of an open file name none
 */
export function fileProblemOf(error: unknown, path?: string): FileProblem | null {
  if (error instanceof FileProblem) return error
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null
  const fault = fileFaults.find((one) => one === error.code)
  if (fault === undefined || otherCalls.test(String(error.syscall))) return null
  const named = ['path' in error ? error.path : undefined, 'dest' in error ? error.dest : undefined]
  const paths = named.filter((one) => typeof one === 'string')
  return new FileProblem(fault, paths.length > 0 || path === undefined ? paths : [path], error)
}
