/** The part of autocannon that the load generator uses; the package has no types. */
declare module 'autocannon' {
  type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
  type Options = { url: string; connections: number; duration: number; requests: Request[] }
  /** Times in milliseconds, `duration` in seconds. */
  type Result = {
    duration: number
    requests: { total: number }
    latency: { p50: number; p99: number; max: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
