import type { ReactNode } from 'react'
import styles from './page-toolbar.module.css'

interface PageToolbarProps {
  /** First item. On a phone it has a separate line, and the others share one line that scrolls. */
  readonly lead?: ReactNode
  /** Left: choice of the content, such as view, search, filters. */
  readonly children: ReactNode
  /** Right: actions, such as sort, export, refresh, and at most one primary button. */
  readonly actions?: ReactNode
  /** Second row, shown only with filters. */
  readonly chips?: ReactNode
}

/** Toolbar above a page's content. */
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
