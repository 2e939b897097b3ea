import { Button } from 'antd'
import { ChevronLeft, ChevronRight, Maximize, Minimize } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './map-header.module.css'
import { countText, useMapScope } from './map-scope.ts'

interface MapPagerProps {
  readonly name: string
  /** Zero-based. */
  readonly index: number
  readonly total: number
  /** Number of assets shown on the map. */
  readonly shown: number | undefined
  readonly onGoToMap: (step: -1 | 1) => void
}

/** Previous and next buttons around the map's name, if there is more than one map. */
export function MapPager({ name, index, total, shown, onGoToMap }: MapPagerProps) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  const several = total > 1
  return (
    <div className={styles.pager}>
      {several ? (
        <Button
          aria-label={t('header.previous')}
          disabled={index === 0}
          onClick={() => onGoToMap(-1)}
          icon={<ChevronLeft size={18} strokeWidth={1.8} aria-hidden />}
        />
      ) : null}
      <div className={styles.title}>
        <h2>{name}</h2>
        <p>
          {several ? `${t('header.position', { index: index + 1, total })} · ` : ''}
          {shown === undefined ? '' : countText(scope, shown)}
        </p>
      </div>
      {several ? (
        <Button
          aria-label={t('header.next')}
          disabled={index === total - 1}
          onClick={() => onGoToMap(1)}
          icon={<ChevronRight size={18} strokeWidth={1.8} aria-hidden />}
        />
      ) : null}
    </div>
  )
}

interface MapHeaderProps extends MapPagerProps {
  readonly layers: ReactNode
  readonly full: boolean
  readonly onFull: () => void
}

/** Head of the map card. */
export function MapHeader({ layers, full, onFull, ...pagerProps }: MapHeaderProps) {
  const { t } = useTranslation('live-map')
  const Icon = full ? Minimize : Maximize
  return (
    <header className={styles.head}>
      <MapPager {...pagerProps} />
      <span className={styles.push} />
      {layers}
      {document.fullscreenEnabled ? (
        <Button type="text" onClick={onFull} icon={<Icon size={16} strokeWidth={1.8} aria-hidden />}>
          {full ? t('header.leaveFullScreen') : t('header.fullScreen')}
        </Button>
      ) : null}
    </header>
  )
}
