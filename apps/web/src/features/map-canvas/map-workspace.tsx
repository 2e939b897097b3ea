import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './map-workspace.module.css'

interface MapWorkspaceProps {
  readonly title: string
  /** Actions on the map, at the right of its title. */
  readonly tools?: ReactNode
  /** Line under the head about touch, if the map has no room for it. */
  readonly note?: ReactNode
  /** The map with its overlays. */
  readonly children: ReactNode
  /** Forms and lists beside the map, or below it in a narrow window. */
  readonly side: ReactNode
}

/** Page with a map that stays in view while the content beside it scrolls. */
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
