import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { dayOf } from '#domain/platform/days.ts'
import { indicatorNames, indicators } from '#domain/vault/figures.ts'
import { dashboardTexts, dayTexts } from '#texts/office/dashboard.ts'
import { formatNumber, nbsp } from '#texts/platform/format.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { cx } from '#web/platform/ui/given.ts'
import styles from './Indicators.module.css'
import { useCharts } from './ChartsContext.ts'
import { DownloadMenu } from './ChartTools.tsx'
import type { Figure, IndicatorValue } from './figure.ts'
import { FigureCard, TableHead } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
import { passwordsHref } from './place.ts'
import { changeOf, type Change } from './rules.ts'

const texts = dashboardTexts.company
const changes = dashboardTexts.change

const valueText = ({ indicator, value }: Pick<IndicatorValue, 'indicator' | 'value'>): string =>
  indicators[indicator].unit === 'percent' ? `${formatNumber(value)}${nbsp}%` : formatNumber(value)

/** Returns the address of the list behind an indicator of passwords, or null for the others. */
const hrefOf = ({ indicator }: IndicatorValue): string | null => {
  const { concern } = indicators[indicator]
  if (concern !== null) return passwordsHref({ concern, from: 'company' })
  return indicator === 'items' ? passwordsHref({ from: 'company' }) : null
}

/** The twelve indicators of the company, each with its change. */
export function IndicatorsCard({ figure }: { figure: Figure<readonly IndicatorValue[]> }): ReactNode {
  const isStatic = useCharts() === null
  const { value = [] } = figure
  const today = dayOf(useNow(60_000))
  return (
    <FigureCard
      title={texts.indicators}
      figure={figure}
      width="wide"
      isEmpty={(values) => values.length === 0}
      waiting={
        <div className={styles.tiles}>
          {indicatorNames.map((name) => (
            <span key={name} className={styles.tile}>
              <span className={styles.bone} />
            </span>
          ))}
        </div>
      }
      tools={isStatic ? undefined : <DownloadMenu title={texts.indicators} lines={() => linesOf(value)} />}
    >
      {(values) =>
        isStatic ? <IndicatorTable values={values} today={today} /> : <Tiles values={values} today={today} />
      }
    </FigureCard>
  )
}

const linesOf = (values: readonly IndicatorValue[]) => [
  [texts.columns.name, texts.columns.value, texts.columns.before, texts.columns.beforeDay],
  ...values.map(({ name, value, before }) => [name, value, before?.value ?? '', before?.days ?? '']),
]

type ListProps = { values: readonly IndicatorValue[]; today: string }

const Tiles = ({ values, today }: ListProps): ReactNode => (
  <ul className={styles.tiles}>
    {values.map((one) => {
      const href = hrefOf(one)
      return (
        <li key={one.indicator} className={styles.item}>
          <FigureLink href={href} className={cx(styles.tile, href !== null && styles.link)}>
            <span className={styles.name}>{one.name}</span>
            <span className={styles.value}>{valueText(one)}</span>
            <ChangeLine value={one} today={today} />
          </FigureLink>
        </li>
      )
    })}
  </ul>
)

/** The change as an arrow, a signed number and a word, coloured where more is better or worse. */
function ChangeLine({ value, today }: { value: IndicatorValue; today: string }): ReactNode {
  const change = changeOf(value, today)
  if (change === null) return <span className={styles.change}>{changes.none}</span>
  const { difference, verdict } = change
  const Arrow = difference === 0 ? Equal : difference > 0 ? ArrowUp : ArrowDown
  return (
    <span className={cx(styles.change, verdict !== null && styles[verdict])}>
      <Arrow aria-hidden="true" />
      {changeText(value, change)}
    </span>
  )
}

function changeText({ indicator }: IndicatorValue, { difference, verdict, since }: Change): string {
  const period = since === null ? changes.month : changes.since(since)
  if (difference === 0) return changes.stable(period)
  const size = Math.abs(difference)
  const amount = indicators[indicator].unit === 'percent' ? changes.points(size) : formatNumber(size)
  const word = verdict ?? (difference > 0 ? 'up' : 'down')
  return changes.moved(`${difference > 0 ? '+' : '\u2212'}${amount}`, period, changes[word])
}

function IndicatorTable({ values, today }: ListProps): ReactNode {
  const { columns } = texts
  return (
    <table className={styles.table} aria-label={texts.indicators}>
      <TableHead columns={[columns.name, columns.value, columns.before, columns.change]} />
      <tbody>
        {values.map((one) => {
          const href = hrefOf(one)
          const { before } = one
          return (
            <tr key={one.indicator}>
              <th scope="row">{href === null ? one.name : <a href={href}>{one.name}</a>}</th>
              <td>{valueText(one)}</td>
              <td>
                {before !== null &&
                  `${valueText({ indicator: one.indicator, value: before.value })} (${dayTexts.short(before.days)})`}
              </td>
              <td>
                <ChangeLine value={one} today={today} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
