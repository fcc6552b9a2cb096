/** Too much costly work is under way already: the caller may try again later (HTTP 429). */
export class BusyError extends Error {
  readonly code = 'BUSY'

  constructor() {
    super('too much work at once')
    this.name = 'BusyError'
  }
}

/**
 * Who waits, in the order in which they are served: `known` people who sign in or set a password by a link, `stranger`s
 * who sign in, and `work` of people who are signed in (opening a guardian chest, proving themselves, a new password).
 */
export type Lane = 'known' | 'stranger' | 'work'
const lanes = ['known', 'stranger', 'work'] as const satisfies readonly Lane[]

/** For whom a task runs. */
export type Turn = {
  /** `known` unless said otherwise. */
  readonly lane?: Lane
  /** The person, where they are recognised: one of their tasks runs at a time, and one waits. */
  readonly person?: number
}

/** Runs tasks, so many at a time, so many waiting. */
export type WorkBound = {
  /** @throws BusyError at once, without starting the task, when `isFull`; else what the task throws. */
  run<Result>(task: () => Promise<Result>, turn?: Turn): Promise<Result>
  /** Whether a task would be refused now: its lane is full, or its person has one that waits. */
  isFull(turn: Turn): boolean
}

/**
 * Bounds costly work, so that a flood of it gets 429 rather than the server's whole memory.
 * @param concurrency tasks that run at once, from 1; strangers leave one of these places to others, and so does `work`.
 * @param queue tasks that may wait beyond these in each lane, from 0; within one they run in order of arrival.
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
  /** The place passes straight to the next in line, so a newcomer cannot take it in between. */
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
