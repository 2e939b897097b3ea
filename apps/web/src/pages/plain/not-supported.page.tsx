import { MonitorX } from 'lucide-react'
import styles from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

/** For browsers that the console does not run in (1 §8). */
export function Page() {
  return (
    <PlainPage
      full
      documentTitle="Browser not supported"
      picture={
        <span className={styles.tile}>
          <MonitorX size={30} strokeWidth={1.8} aria-hidden />
        </span>
      }
      title="This browser is not supported"
      text="Internet Explorer and the old Microsoft Edge cannot show Wardtrack. Please use Chrome 70+ or Firefox 60+."
    />
  )
}
