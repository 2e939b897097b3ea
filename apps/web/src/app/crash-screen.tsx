import { useRouteError } from 'react-router'
import { resolveLanguage, storedChoice } from '../lib/i18n/languages.ts'
import de from '../locales/de/crash.json'
import enGB from '../locales/en-GB/crash.json'
import es from '../locales/es/crash.json'
import styles from './crash-screen.module.css'

const texts = { 'en-GB': enGB, de, es }

/**
 * Shown when a page threw or its code could not be fetched, as after an update of the server. It stands on plain
 * elements and texts of its own alone, because whatever it would borrow may be what failed.
 */
export function CrashScreen() {
  const cause = useRouteError()
  const text = texts[resolveLanguage(storedChoice())]
  const reason = cause instanceof Error ? cause.message : text.unknownReason
  return (
    <main className={styles.screen} role="alert">
      <h1>{text.title}</h1>
      <p>{reason}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {text.reload}
      </button>
    </main>
  )
}
