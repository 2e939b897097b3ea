import { useStore } from '../../lib/create-store.ts'
import { footerNote } from '../../lib/footer-note.ts'
import styles from './shell.module.css'

/** Version on the left; on the right when the page's content was read and when it will be again. */
export function Footer() {
  const note = useStore(footerNote)
  return (
    <footer className={styles.footer}>
      <span>Wardtrack 1.0</span>
      <span>{note}</span>
    </footer>
  )
}
