import { useState, type ReactNode } from 'react'
import {
  Archive,
  HeartPulse,
  KeyRound,
  Mail,
  RadioTower,
  ScrollText,
  SlidersHorizontal,
  Sparkles,
  TriangleAlert,
  Users,
} from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { certificateLimits } from '#domain/platform/limits.ts'
import type { administration } from '#contract/office/administration.ts'
import { formatRelativeDate } from '#texts/platform/format.ts'
import { stateTexts } from '#texts/office/installation-state.ts'
import { useFollow } from '#web/platform/back-office/useFollow.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { cx } from '#web/platform/ui/given.ts'
import { useInstallationState, useSettings } from './queries.ts'
import styles from './StateTiles.module.css'

const ChangelogDialog = lazyDialog(() =>
  import('#web/office/changelog/ChangelogDialog.tsx').then((module) => module.ChangelogDialog),
)

const stepMs = 30_000

type State = ReplyOf<typeof administration.state>

/** The ids of the page's sections that tiles lead to. */
export const sectionIds = { mails: 'courriels', backups: 'sauvegardes', settings: 'reglages' } as const

/** What administrators look for: one figure or state each, and where to act on it. */
export function StateTiles(): ReactNode {
  const query = useInstallationState()
  return (
    <section aria-label={stateTexts.title} className={styles.tiles}>
      <Loaded query={query} failed={stateTexts.loadFailed} lines={8}>
        {(state) => <Tiles state={state} />}
      </Loaded>
    </section>
  )
}

function Tiles({ state }: { state: State }): ReactNode {
  const now = useNow(stepMs)
  return (
    <ul className={styles.grid}>
      <PeopleTile people={state.people} />
      <HealthTile health={state.health} now={now} />
      <MailTile mails={state.mails} now={now} />
      <KeyTile keys={state.keys} />
      <BackupTile backups={state.backups} now={now} />
      <Tile
        icon={<ScrollText />}
        title={stateTexts.journal.title}
        figure={stateTexts.journal.entries(state.journal.entries, state.health.database)}
        isFault={(state.journal.check?.faults ?? 0) > 0}
        action={<span className={styles.none}>{checkOf(state.journal.check, now)}</span>}
      >
        {stateTexts.journal.lastDay(state.journal.lastDay, state.journal.bytes)}
      </Tile>
      {state.siem.length > 0 && <SiemTile siem={state.siem} now={now} />}
      <SettingsTile />
      <VersionTile version={state.version} engine={state.health.database} />
    </ul>
  )
}

function checkOf(check: State['journal']['check'], now: number): string {
  if (check === null) return stateTexts.journal.unchecked
  const date = formatRelativeDate(Date.parse(check.at), now)
  return check.faults === 0 ? stateTexts.journal.whole(date) : stateTexts.journal.tampered(date)
}

type TileProps = {
  icon: ReactNode
  title: string
  figure: string
  /** A fault: the figure then has a sign beside it. */
  isFault?: boolean
  children: ReactNode
  action?: ReactNode
}

function Tile({ icon, title, figure, isFault = false, children, action }: TileProps): ReactNode {
  return (
    <li className={styles.tile}>
      <h2 className={styles.title}>
        <span aria-hidden="true">{icon}</span>
        {title}
      </h2>
      <p className={cx(styles.figure, isFault && styles.fault)}>
        {isFault && <TriangleAlert aria-hidden="true" />}
        {figure}
      </p>
      <p className={styles.line}>{children}</p>
      {action !== undefined && <p className={styles.action}>{action}</p>}
    </li>
  )
}

const texts = stateTexts

function PeopleTile({ people }: Pick<State, 'people'>): ReactNode {
  const follow = useFollow(true)
  const { active, blocked, withoutFactor, neverSignedIn } = people
  // The list shows every bank, as the figures count all.
  const link = (filter: string, words: string) => {
    const href = `/routes/user?bank=all${filter}`
    return (
      <a href={href} onClick={follow(href)}>
        {words}
      </a>
    )
  }
  return (
    <Tile
      icon={<Users />}
      title={texts.people.title}
      figure={texts.people.active(active)}
      action={link('', texts.people.link)}
    >
      {blocked > 0 ? link('&state=blocked', texts.people.blocked(blocked)) : texts.people.blocked(0)}
      {' · '}
      {texts.people.withoutFactor(withoutFactor)}
      {' · '}
      {neverSignedIn > 0
        ? link('&state=active&signIn=never', texts.people.neverSignedIn(neverSignedIn))
        : texts.people.neverSignedIn(0)}
    </Tile>
  )
}

function HealthTile({ health, now }: Pick<State, 'health'> & { now: number }): ReactNode {
  const { database, databaseBytes, clockAheadMs, nodes, silentNodes, jobs } = health
  const words = texts.health
  const expiresAt = health.certificateExpiresAt === null ? null : Date.parse(health.certificateExpiresAt)
  const faults = [
    expiresAt !== null &&
      expiresAt - now < certificateLimits.expiringMs && [
        words.certificate(expiresAt, now),
        words.certificateDetail,
      ],
    clockAheadMs !== 0 && [words.clock, words.clockDetail(Math.round(clockAheadMs / 1000))],
    jobs.failing > 0 && [words.failing(jobs.failing), words.failingDetail],
    silentNodes > 0 && [words.silent(silentNodes), words.silentDetail],
    health.directoryCutAt !== null && [words.directoryCut, words.directoryCutDetail],
  ].filter((fault) => fault !== false)
  const lastAt = jobs.lastAt === null ? null : Date.parse(jobs.lastAt)
  return (
    <Tile
      icon={<HeartPulse />}
      title={words.title}
      figure={faults[0]?.[0] ?? words.good}
      isFault={faults.length > 0}
      action={
        faults.length === 0 ? undefined : (
          <span className={styles.none}>
            {[faults[0]?.[1], ...faults.slice(1).flat()].filter(Boolean).join(' ')}
          </span>
        )
      }
    >
      {[
        words.database(database, databaseBytes),
        words.nodes(nodes),
        words.jobs(lastAt, now),
        expiresAt !== null && words.certificateUntil(expiresAt),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Tile>
  )
}

function MailTile({ mails, now }: Pick<State, 'mails'> & { now: number }): ReactNode {
  const { transport, waiting, failed, oldestAt, lastError } = mails
  const words = texts.mails
  const link = <SectionLink to={sectionIds.mails}>{words.link}</SectionLink>
  if (transport === 'folder')
    return (
      <Tile icon={<Mail />} title={words.none.title} figure={words.none.figure} isFault action={link}>
        {words.none.detail}
      </Tile>
    )
  const parts = [
    oldestAt !== null && words.oldest(Date.parse(oldestAt), now),
    failed > 0 && words.failed(failed),
    waiting + failed > 0 && lastError,
  ].filter((part): part is string => typeof part === 'string')
  return (
    <Tile
      icon={<Mail />}
      title={words.title}
      figure={words.waiting(waiting)}
      isFault={waiting > 0 && lastError !== null}
      action={link}
    >
      {parts.length === 0 ? words.allSent : parts.join(' · ')}
    </Tile>
  )
}

export function BackupTile({ backups, now }: Pick<State, 'backups'> & { now: number }): ReactNode {
  const { isScheduled, last, failedAt, isLate, recent } = backups
  const recentAt = recent?.at == null ? null : Date.parse(recent.at)
  const words = texts.backups
  const figure = [
    failedAt !== null && words.failed,
    isLate && words.late,
    recent?.isLate === true && words.recentLate,
    last !== null && words.last(Date.parse(last.at), now),
    isScheduled && words.waiting,
  ].find((one) => one !== false)
  const isNightFault = failedAt !== null || isLate
  const isFault = isNightFault || recent?.isLate === true
  const detail = [
    failedAt !== null && words.failedDetail(Date.parse(failedAt), now),
    isNightFault && last !== null && words.good(Date.parse(last.at), now),
    isLate && last === null && words.never,
    recent?.isLate === true && words.recentLateDetail(recentAt, now),
    !isFault && last !== null && words.detail(last.chests, last.bytes),
    !isFault && recentAt !== null && words.recent(recentAt, now),
    !isScheduled && words.noneDetail,
  ].filter((one) => one !== false)
  return (
    <Tile
      icon={<Archive />}
      title={words.title}
      figure={figure ?? words.none}
      isFault={isFault}
      action={<SectionLink to={sectionIds.backups}>{words.link}</SectionLink>}
    >
      {detail.join(isFault ? ' ' : ' · ')}
    </Tile>
  )
}

/** Events that wait for longer are a fault, in milliseconds: deliveries are seconds apart. */
const usualWaitMs = 600_000

function SiemTile({ siem, now }: Pick<State, 'siem'> & { now: number }): ReactNode {
  const words = texts.siem
  const waiting = Math.max(...siem.map((one) => one.waiting))
  const codes = [...new Set(siem.flatMap(({ fault }) => (fault ? [fault.code] : [])))]
  const isLate = siem.some(({ oldestAt }) => oldestAt !== null && now - Date.parse(oldestAt) > usualWaitMs)
  return (
    <Tile
      icon={<RadioTower />}
      title={words.title}
      figure={waiting === 0 ? words.sent : words.waiting(waiting)}
      isFault={codes.length > 0 || isLate}
      action={
        codes.length === 0 ? undefined : (
          <span className={styles.none}>{codes.map(words.advice).join(' ')}</span>
        )
      }
    >
      {siem
        .map(({ receiver, oldestAt, fault }) =>
          fault
            ? words.fault(receiver, fault.code, Date.parse(fault.since), now)
            : oldestAt === null
              ? words.good(receiver)
              : words.behind(receiver, Date.parse(oldestAt), now),
        )
        .join(' · ')}
    </Tile>
  )
}

function KeyTile({ keys }: Pick<State, 'keys'>): ReactNode {
  const { source, fingerprint, since, held } = keys
  const words = texts.keys
  return (
    <Tile
      icon={<KeyRound />}
      title={words.title}
      figure={held > 1 ? words.rotating : fingerprint === null ? words.none : words.fingerprint(fingerprint)}
      action={<SectionLink to={sectionIds.settings}>{words.link}</SectionLink>}
    >
      {[
        held > 1 && words.held(held),
        held > 1 && fingerprint !== null && words.fingerprint(fingerprint),
        words.sources[source],
        since !== null && words.since(Date.parse(since)),
      ]
        .filter((part) => part !== false)
        .join(' · ')}
    </Tile>
  )
}

function SettingsTile(): ReactNode {
  const { data } = useSettings()
  const all = data?.groups.flatMap(({ settings }) => settings)
  return (
    <Tile
      icon={<SlidersHorizontal />}
      title={texts.settings.title}
      figure={all === undefined ? '…' : texts.settings.set(all.filter(({ isSet }) => isSet).length)}
      action={<SectionLink to={sectionIds.settings}>{texts.settings.link}</SectionLink>}
    >
      {all !== undefined && texts.settings.of(all.length)}
    </Tile>
  )
}

function VersionTile(props: Pick<State, 'version'> & { engine: State['health']['database'] }): ReactNode {
  const { program, node, database, release } = props.version
  const [isReading, setReading] = useState(false)
  return (
    <Tile
      icon={<Sparkles />}
      title={texts.version.title}
      figure={program}
      action={
        <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setReading(true)}>
          {texts.version.release(release.version, Date.parse(release.date))}
        </button>
      }
    >
      {texts.version.detail(node, props.engine, database)}
      {isReading && <ChangelogDialog onClose={() => setReading(false)} />}
    </Tile>
  )
}

/** A link within the page: the title of the section gets the focus, and the address stays. */
function SectionLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        const title = document.getElementById(to)
        title?.scrollIntoView({ block: 'start' })
        title?.focus({ preventScroll: true })
      }}
    >
      {children}
    </a>
  )
}
