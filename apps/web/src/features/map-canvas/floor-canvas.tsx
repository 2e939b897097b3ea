import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
  const { t } = useTranslation(['map-canvas', 'messages'])
  const { setHost, unsupported } = map
  return (
    <div className={styles.frame}>
      {/* A map is one widget with keys of its own; no native element is one. */}
      <div
        ref={setHost}
        className={styles.host}
        role="application"
        aria-roledescription={t('role')}
        aria-label={label}
      />
      {unsupported ? <p className={styles.unsupported}>{t('messages:canvasUnsupported')}</p> : null}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      {children}
    </div>
  )
}
