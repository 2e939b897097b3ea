import type { LocationHierarchy, MapInfo } from '@wardtrack/contracts'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './map-import.module.css'
import { formatSide } from './real-size.ts'

/** Time in milliseconds to show the message before the page closes itself. */
const closeAfterMs = 1_500

interface ImportDoneProps {
  readonly place: LocationHierarchy
  readonly stored: MapInfo
  /** Returns to the form with the image. */
  readonly onGiveSize: () => void
}

/** Result of an import. A window that the console opened closes; any other shows links to continue. */
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
