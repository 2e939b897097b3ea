import type { ReactNode } from 'react'
import styles from './floor-canvas.module.css'
import type { MapEngineHost } from './use-map-engine.ts'

interface FloorCanvasProps {
  readonly map: MapEngineHost
  /** What the map shows, for who cannot see it. */
  readonly label: string
  /** Read out politely when it changes: what the keyboard has reached. */
  readonly announcement: string
  readonly children?: ReactNode
}

/** The place of a map: one tab stop, the engine's canvases, and the controls that lie over them. */
export function FloorCanvas({ map, label, announcement, children }: FloorCanvasProps) {
  const { setHost, unsupported } = map
  return (
    <div className={styles.frame}>
      {/* A map is one widget with keys of its own; no native element is one. */}
      <div
        ref={setHost}
        className={styles.host}
        role="application"
        aria-roledescription="floor map"
        aria-label={label}
      />
      {unsupported ? (
        <p className={styles.unsupported}>Your browser does not support the HTML5 canvas tag.</p>
      ) : null}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      {children}
    </div>
  )
}
