import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { type MapEngine, zoomLimits } from '../../map-engine/index.ts'
import { useMapSnapshot } from './use-map-engine.ts'
import styles from './zoom-control.module.css'

interface ZoomControlProps {
  readonly engine: MapEngine | undefined
  /** `slider` needs room for a slider; `steps` shows the value between the buttons; `touch` has two large buttons. */
  readonly form: 'slider' | 'steps' | 'touch'
}

/** Zoom from 0.5 to 1.5 in steps of 0.1. */
export function ZoomControl({ engine, form }: ZoomControlProps) {
  const { t } = useTranslation('map-canvas')
  const { zoom } = useMapSnapshot(engine)
  const shown = `${formatNumber(zoom, 1)}×`
  const zoomOut = (
    <button
      type="button"
      className={styles.step}
      aria-label={t('zoom.out')}
      disabled={zoom <= zoomLimits.min}
      onClick={() => engine?.stepZoom(-1)}
    >
      <Minus size={16} strokeWidth={1.8} aria-hidden />
    </button>
  )
  const zoomIn = (
    <button
      type="button"
      className={styles.step}
      aria-label={t('zoom.in')}
      disabled={zoom >= zoomLimits.max}
      onClick={() => engine?.stepZoom(1)}
    >
      <Plus size={16} strokeWidth={1.8} aria-hidden />
    </button>
  )
  if (form === 'touch')
    return (
      <div className={`${styles.control} ${styles.touch}`} role="group" aria-label={t('zoom.label')}>
        {zoomIn}
        {zoomOut}
      </div>
    )
  return (
    <div className={styles.control} role="group" aria-label={t('zoom.label')}>
      {zoomOut}
      {form === 'slider' ? (
        <input
          className={styles.slider}
          type="range"
          aria-label={t('zoom.label')}
          aria-valuetext={shown}
          min={zoomLimits.min}
          max={zoomLimits.max}
          step={zoomLimits.step}
          value={zoom}
          style={
            { '--part': `${((zoom - zoomLimits.min) / (zoomLimits.max - zoomLimits.min)) * 100}%` } as object
          }
          onChange={(event) => engine?.setZoom(Number(event.target.value))}
        />
      ) : (
        <output className={styles.value}>{shown}</output>
      )}
      {zoomIn}
      {form === 'slider' ? <output className={styles.value}>{shown}</output> : null}
    </div>
  )
}
