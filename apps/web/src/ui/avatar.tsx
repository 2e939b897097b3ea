import styles from './avatar.module.css'

/** Returns up to two initials from the parts of a user name such as `m.okafor`. */
export function initials(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter(Boolean)
  return `${parts[0]?.[0] ?? ''}${parts[1]?.[0] ?? ''}`.toUpperCase()
}

/** A person's initials in a disc. */
export function Avatar({ name, size = 28 }: { readonly name: string; readonly size?: number }) {
  return (
    // The initials are decoration. Screen readers read the name beside them or the button's name.
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      data-initials={initials(name)}
      aria-hidden
    />
  )
}
