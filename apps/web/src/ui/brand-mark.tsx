import styles from './brand.module.css'

const ROOM = 'M14.5 21H6.5A3.5 3.5 0 0 1 3 17.5v-11A3.5 3.5 0 0 1 6.5 3h11A3.5 3.5 0 0 1 21 6.5v8'

/** Logo: a room with an open door and a found item inside, white on a tile. */
export function BrandMark({ size = 32 }: { readonly size?: number }) {
  return (
    <span className={styles.tile} style={{ width: size, height: size, borderRadius: size * 0.28 }}>
      <svg viewBox="0 0 24 24" width={size * 0.6} height={size * 0.6} aria-hidden focusable={false}>
        <path d={ROOM} fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        <circle cx="12" cy="12" r="3.4" fill="currentColor" />
      </svg>
    </span>
  )
}

/** Logo and word mark side by side. */
export function Brand({ size = 32 }: { readonly size?: number }) {
  return (
    <span className={styles.brand} style={{ fontSize: size * 0.58 }}>
      <BrandMark size={size} />
      Wardtrack
    </span>
  )
}

/** The same room without an item, for empty states. */
export function EmptyRoom({ size = 72 }: { readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden
      focusable={false}
      className={styles.empty}
    >
      <path d={ROOM} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      <circle
        cx="12"
        cy="12"
        r="3.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeDasharray="1.9 1.35"
        strokeLinecap="round"
      />
    </svg>
  )
}
