import styles from './assets-map.module.css'
import { useSubject } from './map-subject.ts'

/** A floor so full that the server sends only a part of it. */
export function MoreThanShown({ count }: { readonly count: number }) {
  const { many } = useSubject()
  return (
    <p className={styles.more} role="status">
      This floor has more than {count} {many}. Only these are shown; search to find others.
    </p>
  )
}
