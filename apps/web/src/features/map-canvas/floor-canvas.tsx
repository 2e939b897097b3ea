import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './floor-canvas.module.css'
import type { MapEngineHost } from './use-map-engine.ts'

interface FloorCanvasProps {
  readonly map: MapEngineHost
  /** Name of the map for screen readers. */
  readonly label: string
  /** Text for screen readers when the keyboard reaches a target. */
  readonly announcement: string
  readonly children?: ReactNode
}

/** Container of a map: one tab stop, the engine's canvases, and the controls over them. */
export function FloorCanvas({ map, label, announcement, children }: FloorCanvasProps) {
  const { t } = useTranslation(['map-canvas', 'messages'])
  const { setHost, unsupported } = map
  return (
    <div className={styles.frame}>
      {/* A map is one widget with specific keys, which no native element offers. */}
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
