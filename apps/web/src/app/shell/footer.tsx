import { useSyncExternalStore } from 'react'
import { readFooterNote, subscribeFooterNote } from '../../lib/footer-note.ts'
import styles from './shell.module.css'

/** Version on the left; on the right when the page's content was read and when it will be again. */
export function Footer() {
  const note = useSyncExternalStore(subscribeFooterNote, readFooterNote)
  return (
    <footer className={styles.footer}>
      <span>Wardtrack 1.0</span>
      <span>{note}</span>
    </footer>
  )
}
