import styles from './avatar.module.css'

/** Up to two initials: of the parts of a user name, as in `m.okafor`. */
export function initials(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter(Boolean)
  return `${parts[0]?.[0] ?? ''}${parts[1]?.[0] ?? ''}`.toUpperCase()
}

/** A person's initials in a disc. */
export function Avatar({ name, size = 28 }: { readonly name: string; readonly size?: number }) {
  return (
    // Letters of the style are no text: what is read out is the name beside them, or that of the button.
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      data-initials={initials(name)}
      aria-hidden
    />
  )
}
