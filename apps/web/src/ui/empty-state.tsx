import type { ReactNode } from 'react'
import { EmptyRoom } from './brand-mark.tsx'
import styles from './panels.module.css'

/** What is empty, why, and one next step. */
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
