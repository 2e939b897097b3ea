import styles from './assets-map.module.css'
import { useMapScope } from './map-scope.ts'

/** A floor so full that the server sends only a part of it. */
export function MoreThanShown({ count }: { readonly count: number }) {
  const { plural } = useMapScope()
  return (
    <p className={styles.more} role="status">
      This floor has more than {count} {plural}. Only these are shown; search to find others.
    </p>
  )
}
