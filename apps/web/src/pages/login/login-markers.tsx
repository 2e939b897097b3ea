import styles from './login-plan.module.css'

interface At {
  readonly x: number
  readonly y: number
}

const PUMP =
  'M-7 -8h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2ZM-5 -3.5h10M-4.5 3.6h.1M0 3.6h.1M4.5 3.6h.1'

/** Markers as on the maps, at twice their size. */
export const Pump = ({ x, y }: At) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-16" y="-16" width="32" height="32" rx="9" className={styles.rest} />
    <path d={PUMP} className={styles.glyph} />
  </g>
)

export const Drop = ({ x, y }: At) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-16" y="-16" width="32" height="32" rx="9" className={styles.infusing} />
    <path d="M0 -9.5C3.6 -5.4 7 -2 7 2.6a7 7 0 0 1-14 0C-7 -2-3.6 -5.4 0 -9.5Z" className={styles.drop} />
  </g>
)

export const Cluster = ({ x, y, count }: At & { readonly count: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="-22" y="-29" width="52" height="52" rx="13" className={styles.infusing} />
    <rect x="-27" y="-25" width="52" height="52" rx="13" className={styles.rest} />
    <text x="-1" y="9" textAnchor="middle" className={styles.count}>
      {count}
    </text>
  </g>
)

export const Pin = ({ x, y }: At) => (
  <g transform={`translate(${x} ${y}) rotate(7.5)`}>
    <path d="M0 46C-10 28-33 14-33-14a33 33 0 0 1 66 0C33 14 10 28 0 46Z" className={styles.pin} />
    <path d={PUMP} transform="translate(0 -15) scale(1.5)" className={styles.onPin} />
  </g>
)
