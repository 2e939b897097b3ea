import { dateTime, shortTime } from '../../lib/time.ts'
import { span } from '../../ui/age.ts'
import type { StretchLook } from './look-of-state.ts'
import styles from './strip-chart.module.css'

/** Part of a strip: start and end in milliseconds. */
interface StripPart extends StretchLook {
  readonly from: number
  readonly to: number
}
/** One state over time. */
export interface Strip {
  readonly name: string
  readonly parts: readonly StripPart[]
}

interface StripChartProps {
  readonly label: string
  readonly strips: readonly Strip[]
  /** Start of the time axis, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** Width in units of the drawing, which is stretched to the width of its container. */
const WIDTH = 1000
const HEIGHT = 28
const TICKS = [0, 0.25, 0.5, 0.75, 1]
const DAY_MS = 24 * 60 * 60_000

/** States over time, one strip each. A tooltip explains each part, and the last state's word is beside the name. */
export function StripChart({ label, strips, from, to }: StripChartProps) {
  const x = (time: number): number => ((Math.min(Math.max(time, from), to) - from) / (to - from)) * WIDTH
  return (
    <figure className={styles.chart} aria-label={label}>
      {strips.map(({ name, parts }) => (
        <div key={name} className={styles.strip}>
          <div className={styles.name}>
            <span>{name}</span>
            <strong>{parts.at(-1)?.word}</strong>
          </div>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
            {parts.map(({ from: since, to: until, word, tone, level }) => (
              <rect
                key={since}
                className={styles[tone]}
                x={x(since)}
                width={Math.max(1, x(until) - x(since))}
                y={HEIGHT * (1 - level)}
                height={HEIGHT * level}
              >
                <title>{`${word}: ${dateTime(since)} – ${dateTime(until)} (${span(until - since)})`}</title>
              </rect>
            ))}
          </svg>
        </div>
      ))}
      <figcaption className={styles.axis} aria-hidden>
        {TICKS.map((part) => (
          <span key={part}>{tickText(from + part * (to - from), to - from)}</span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Formats a tick: the time of day within one day, else the date. */
const tickText = (time: number, length: number): string =>
  length <= DAY_MS ? shortTime(time) : (dateTime(time).split(',')[0] ?? '')
