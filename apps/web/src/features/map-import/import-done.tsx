import type { LocationHierarchy, MapInfo } from '@wardtrack/contracts'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './map-import.module.css'
import { formatSide } from './real-size.ts'

/** A page that closes itself shows its message this long first. Milliseconds. */
const closeAfterMs = 1_500

interface ImportDoneProps {
  readonly place: LocationHierarchy
  readonly stored: MapInfo
  /** Back to the form, the image still in it. */
  readonly onGiveSize: () => void
}

/** The image is stored. A window that the console opened closes; any other shows the ways on. */
export function ImportDone({ place, stored, onGiveSize }: ImportDoneProps) {
  const { t } = useTranslation('map-import')
  const isAssumed = stored.dimensionsAssumed
  useEffect(() => {
    if (window.opener === null || isAssumed) return undefined
    const timer = setTimeout(() => window.close(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [isAssumed])
  const mayView = useMayOpen('view-map')
  const mayList = useMayOpen('hierarchy-list-two')
  return (
    <Panel title={t('done.title')}>
      <div className={styles.done}>
        <CircleCheck size={32} strokeWidth={1.8} aria-hidden />
        <p role="status">{t('done.text', { place: place.fullName.at(-1) })}</p>
        {isAssumed ? (
          <>
            <p>
              {t('done.assumed', {
                width: formatSide(stored.xDimension),
                height: formatSide(stored.yDimension),
              })}
            </p>
            <Button block onClick={onGiveSize}>
              {t('done.giveSize')}
            </Button>
          </>
        ) : null}
        {mayView ? (
          <Button type="primary" block href={`#/view-map/${encodeURIComponent(place.hierarchyId)}`}>
            {t('done.view')}
          </Button>
        ) : null}
        {mayList ? (
          <Button block href="#/hierarchy-list-two">
            {t('done.hierarchy')}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}
