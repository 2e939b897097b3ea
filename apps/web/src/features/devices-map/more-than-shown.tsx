import styles from './devices-map.module.css'

/** A floor so full that the server sends only a part of it. */
export function MoreThanShown({ count }: { readonly count: number }) {
  return (
    <p className={styles.more} role="status">
      This floor has more than {count} devices. Only these are shown; search to find others.
    </p>
  )
}
