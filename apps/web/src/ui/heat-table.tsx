import { useRef } from 'react'
import styles from './heat-table.module.css'
import { useScrollStop } from './use-scroll-stop.ts'

/** One row of a heat table: its name, and a share from 0 to 1 for each column; null if unknown. */
export interface HeatRow {
  readonly name: string
  readonly shares: readonly (number | null)[]
}

interface HeatTableProps {
  /** The table's accessible name. */
  readonly label: string
  /** Heading of the row names. */
  readonly corner: string
  readonly columns: readonly string[]
  readonly rows: readonly HeatRow[]
  /** Formats a share for its cell. */
  readonly text: (share: number) => string
}

/** Weakest and strongest background of a cell; its text is readable on both. */
const GROUND = { least: 0.04, most: 0.5 } as const

/** A table of shares with darker cells for larger shares. A wide table scrolls. */
export function HeatTable({ label, corner, columns, rows, text }: HeatTableProps) {
  const largest = Math.max(...rows.flatMap(({ shares }) => shares.map((share) => share ?? 0)), 0.01)
  const frame = useRef<HTMLDivElement>(null)
  useScrollStop(frame, { label })
  return (
    <div ref={frame} className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, shares }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shares.map((share, index) => (
                <td key={columns[index]}>
                  {share === null ? null : (
                    <>
                      <i
                        style={{ opacity: GROUND.least + (share / largest) * (GROUND.most - GROUND.least) }}
                      />
                      <span>{text(share)}</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
