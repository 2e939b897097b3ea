import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { resolveLanguage, storedChoice } from '../lib/i18n/languages.ts'
import de from '../locales/de/crash.json'
import enGB from '../locales/en-GB/crash.json'
import es from '../locales/es/crash.json'
import styles from './crash-screen.module.css'

const texts = { 'en-GB': enGB, de, es }

/** Interval between two checks for the server, in milliseconds. */
const LOOK_EVERY_MS = 4_000

const isServerThere = (): Promise<boolean> =>
  fetch('./', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Returns true while the server is unreachable. When it is back, the page reloads. */
function useUnreachableServer(): boolean {
  const [isUnreachable, setUnreachable] = useState(false)
  useEffect(() => {
    let wasUnreachable = false
    const look = async (): Promise<void> => {
      const isThere = await isServerThere()
      // Reloads only after the server was unreachable. Otherwise a page that crashes again would reload forever.
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
 * Screen for a page that threw or whose code could not be fetched, for example after a server update. It replaces the
 * page inside its frame. It uses only plain elements and inline texts, because shared code may be the cause.
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
