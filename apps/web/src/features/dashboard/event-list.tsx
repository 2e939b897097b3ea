import type { ReactNode } from 'react'
import { clockTime, dateTime } from '../../lib/time.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './dashboard.module.css'
import { useTilePlace } from './tile-place.ts'

/** Event of the list. */
export interface ListedEvent {
  readonly key: string
  readonly text: ReactNode
  readonly detail: string
  /** ISO 8601. */
  readonly time: string
}

/** Number of events that fit into a tile of each size. */
export const EVENTS_SHOWN = { small: 2, medium: 2, large: 6 } as const
const DAY_MS = 24 * 60 * 60_000

/** Events, newest first. */
export function EventList({
  label,
  events,
}: {
  readonly label: string
  readonly events: readonly ListedEvent[]
}) {
  const { size } = useTilePlace()
  const now = useNow()
  return (
    <ol className={styles.events} aria-label={label}>
      {events.slice(0, EVENTS_SHOWN[size]).map(({ key, text, detail, time }) => (
        <li key={key}>
          <span className={styles.text}>{text}</span>
          <time dateTime={time} title={dateTime(time)}>
            {now - Date.parse(time) < DAY_MS ? clockTime(time) : dateTime(time)}
          </time>
          <span className={styles.detail}>{detail}</span>
        </li>
      ))}
    </ol>
  )
}
