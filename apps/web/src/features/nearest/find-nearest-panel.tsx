import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { Panel } from '../../ui/panel.tsx'
import { CategoryChips } from './category-chips.tsx'
import panelStyles from './find-nearest-panel.module.css'
import { nearestPath, useLastPlace } from './nearest-address.ts'

/** The way to the nearest free one of a category, from the place that was chosen last; nothing for who may not see devices. */
export function FindNearestPanel() {
  const { t } = useTranslation('nearest')
  const place = useLastPlace()
  const mayFind = useMayOpen('devices/nearest')
  if (!mayFind) return null
  return (
    <Panel
      className={panelStyles.panel}
      title={t('title')}
      extra={<Link to={nearestPath('', place)}>{t('otherPlace')}</Link>}
    >
      <CategoryChips pathOf={(category) => nearestPath(category, place)} />
    </Panel>
  )
}
