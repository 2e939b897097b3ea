import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../lib/access.ts'
import { EmptyRoom } from './brand-mark.tsx'
import styles from './panels.module.css'

/** An empty state: its title, the reason, and one next step. */
export function EmptyState(props: { title: string; why?: ReactNode; action?: ReactNode; boxed?: boolean }) {
  return (
    <div className={`${styles.panel} ${props.boxed ? styles.boxed : ''}`}>
      <EmptyRoom />
      <p className={styles.title}>{props.title}</p>
      {props.why ? <p className={styles.why}>{props.why}</p> : null}
      {props.action ? <div className={styles.actions}>{props.action}</div> : null}
    </div>
  )
}

/** Link to the import, the next step of users who may import assets while there are none. */
export function ImportLink() {
  const { t } = useTranslation('common')
  return useMayOpen('device-import') ? <Link to="/device-import">{t('importAssets')}</Link> : null
}
