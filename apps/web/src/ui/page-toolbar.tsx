import type { ReactNode } from 'react'
import styles from './page-toolbar.module.css'

interface PageToolbarProps {
  /** First of all, and on a phone in a line of its own: the others then share one line that scrolls. */
  readonly lead?: ReactNode
  /** Left: what is looked at, such as view, search, filters. */
  readonly children: ReactNode
  /** Right: what is done with it, such as sort, export, refresh, and one primary button at most. */
  readonly actions?: ReactNode
  /** A second row, only while filters are on. */
  readonly chips?: ReactNode
}

/** The line over a page's content. */
export function PageToolbar({ lead, children, actions, chips }: PageToolbarProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.line}>
        {lead}
        <div className={lead ? styles.tools : styles.unframed}>
          {children}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
      </div>
      {chips}
    </div>
  )
}
