import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './map-workspace.module.css'

interface MapWorkspaceProps {
  readonly title: string
  /** What can be done with the map, at the right of its title. */
  readonly tools?: ReactNode
  /** A line under the head: what a finger does, where there is no room on the map. */
  readonly note?: ReactNode
  /** The map itself, with what lies over it. */
  readonly children: ReactNode
  /** Forms and lists beside the map; below it where there is no room. */
  readonly side: ReactNode
}

/** A page that is a map: the plan stays in view while what stands beside it scrolls. */
export function MapWorkspace({ title, tools, note, children, side }: MapWorkspaceProps) {
  const { t } = useTranslation('map-canvas')
  return (
    <div className={styles.desktop}>
      <section className={styles.card} aria-label={t('map')}>
        <header className={styles.head}>
          <h2>{title}</h2>
          {tools ? <div className={styles.tools}>{tools}</div> : null}
        </header>
        {note ? <p className={styles.note}>{note}</p> : null}
        {children}
      </section>
      <div className={styles.side}>{side}</div>
    </div>
  )
}
