/** Too much costly work is already running or queued: the caller may retry later (HTTP 429). */
export class BusyError extends Error {
  readonly code = 'BUSY'

  constructor() {
    super('too much work at once')
    this.name = 'BusyError'
  }
}

/**
 * The queues, in the order in which they are served. `known`: recognised users who sign in or set a password by a link.
 * `stranger`: unknown callers who sign in. `work`: signed-in users (guardian chest, identity check, new password).
 */
export type Lane = 'known' | 'stranger' | 'work'
const lanes = ['known', 'stranger', 'work'] as const satisfies readonly Lane[]

/** The queue and the user of a task. */
export type Turn = {
  /** `known` by default. */
  readonly lane?: Lane
  /** The id of a recognised user: at most one of their tasks runs and one waits. */
  readonly person?: number
}

/** Runs a limited number of tasks concurrently and queues a limited number. */
export type WorkBound = {
  /** Runs a task. @throws BusyError immediately, without starting it, when `isFull`; else what the task throws */
  run<Result>(task: () => Promise<Result>, turn?: Turn): Promise<Result>
  /** Returns whether a task would be refused now: its lane is full, or its user already has a waiting task. */
  isFull(turn: Turn): boolean
}

/**
 * Creates a bound for costly work, so that a flood of requests gets 429 and does not exhaust the server's memory.
 * @param concurrency tasks that run concurrently, from 1; `stranger` and `work` each leave one place to the others
 * @param queue tasks that may wait in each lane, from 0; within a lane they run in order of arrival
 */
export function createWorkBound({ concurrency, queue }: { concurrency: number; queue: number }): WorkBound {
  type Waiter = { readonly person: number | undefined; readonly go: () => void }
  const waiting: Record<Lane, Waiter[]> = { known: [], stranger: [], work: [] }
  const running: Record<Lane, number> = { known: 0, stranger: 0, work: 0 }
  const busy = new Set<number>()

  const isBusy = (person: number | undefined): boolean => person !== undefined && busy.has(person)
  const mayStart = (lane: Lane, person: number | undefined): boolean =>
    running.known + running.stranger + running.work < concurrency &&
    (lane === 'known' || running[lane] < Math.max(1, concurrency - 1)) &&
    !isBusy(person)
  const waits = (person: number | undefined): boolean =>
    person !== undefined && lanes.some((lane) => waiting[lane].some((waiter) => waiter.person === person))
  const isFull = ({ lane = 'known', person }: Turn): boolean =>
    !mayStart(lane, person) && (waiting[lane].length >= queue || waits(person))

  const begin = (lane: Lane, person: number | undefined): void => {
    running[lane] += 1
    if (person !== undefined) busy.add(person)
  }
  /** Ends a task and gives its place directly to the next waiting one, so that a new task cannot take it first. */
  const end = (lane: Lane, person: number | undefined): void => {
    running[lane] -= 1
    if (person !== undefined) busy.delete(person)
    for (const one of lanes) {
      const at = waiting[one].findIndex((waiter) => mayStart(one, waiter.person))
      const [next] = at === -1 ? [] : waiting[one].splice(at, 1)
      if (!next) continue
      begin(one, next.person)
      next.go()
    }
  }

  return {
    isFull,
    async run(task, turn = {}) {
      const { lane = 'known', person } = turn
      if (isFull(turn)) throw new BusyError()
      if (mayStart(lane, person)) begin(lane, person)
      else await new Promise<void>((go) => waiting[lane].push({ person, go }))
      try {
        return await task()
      } finally {
        end(lane, person)
      }
    },
  }
}
