import { useRouteError } from 'react-router'
import styles from './crash-screen.module.css'

/**
 * Shown when a page threw or its code could not be fetched, as after an update of the server. It stands on plain
 * elements alone, because whatever it would borrow may be what failed.
 */
export function CrashScreen() {
  const cause = useRouteError()
  const reason = cause instanceof Error ? cause.message : 'Something went wrong.'
  return (
    <main className={styles.screen} role="alert">
      <h1>This page could not be shown</h1>
      <p>{reason}</p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  )
}
