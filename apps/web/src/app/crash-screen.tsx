import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { resolveLanguage, storedChoice } from '../lib/i18n/languages.ts'
import de from '../locales/de/crash.json'
import enGB from '../locales/en-GB/crash.json'
import es from '../locales/es/crash.json'
import styles from './crash-screen.module.css'

const texts = { 'en-GB': enGB, de, es }

/** How often the server is looked for, and how far consoles that lost it together are spread. Milliseconds. */
const LOOK_EVERY_MS = 3_000
const SPREAD_MS = 2_000

const isServerThere = (): Promise<boolean> =>
  fetch('./', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whether the server cannot be reached. Once it is there again, the page is loaded anew. */
function useUnreachableServer(): boolean {
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => {
    let wasUnreachable = false
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const isThere = await isServerThere()
      if (isOver) return
      if (isThere) {
        // With a server that was there all along, loading anew by itself would never end.
        if (wasUnreachable) window.location.reload()
        return
      }
      wasUnreachable = true
      setUnreachable(true)
      timer = setTimeout(() => void look(), LOOK_EVERY_MS + Math.random() * SPREAD_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return isUnreachable
}

/**
 * Shown when a page threw or its code could not be fetched, as after an update of the server. It stands on plain
 * elements and texts of its own alone, because whatever it would borrow may be what failed.
 */
export function CrashScreen() {
  const cause = useRouteError()
  const text = texts[resolveLanguage(storedChoice())]
  const isUnreachable = useUnreachableServer()
  const reason = cause instanceof Error ? cause.message : text.unknownReason
  return (
    <main className={styles.screen} role="alert">
      <h1>{text.title}</h1>
      <p>{isUnreachable ? text.unreachable : reason}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {text.reload}
      </button>
    </main>
  )
}
