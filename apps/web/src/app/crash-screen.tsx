import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { resolveLanguage, storedChoice } from '../lib/i18n/languages.ts'
import de from '../locales/de/crash.json'
import enGB from '../locales/en-GB/crash.json'
import es from '../locales/es/crash.json'
import styles from './crash-screen.module.css'

const texts = { 'en-GB': enGB, de, es }

/** How often the server is looked for, in milliseconds. */
const LOOK_EVERY_MS = 4_000

const isServerThere = (): Promise<boolean> =>
  fetch('./', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whether the server cannot be reached. Once it is there again, the page is loaded anew. */
function useUnreachableServer(): boolean {
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => {
    let wasUnreachable = false
    const look = async (): Promise<void> => {
      const isThere = await isServerThere()
      // With a server that was there all along, loading anew by itself would never end.
      if (isThere && wasUnreachable) window.location.reload()
      if (isThere) clearInterval(timer)
      else setUnreachable(true)
      wasUnreachable = !isThere
    }
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    void look()
    return () => clearInterval(timer)
  }, [])
  return isUnreachable
}

/**
 * Shown when a page threw or its code could not be fetched, as after an update of the server; in the place of the page
 * where its frame stands. It is made of plain elements and texts of its own alone, because whatever it would borrow may be
 * what failed.
 */
export function CrashScreen() {
  const cause = useRouteError()
  const text = texts[resolveLanguage(storedChoice())]
  const isUnreachable = useUnreachableServer()
  const reason = cause instanceof Error ? cause.message : text.unknownReason
  return (
    <div className={styles.screen} role="alert">
      <h1>{text.title}</h1>
      <p>{isUnreachable ? text.unreachable : reason}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {text.reload}
      </button>
    </div>
  )
}
