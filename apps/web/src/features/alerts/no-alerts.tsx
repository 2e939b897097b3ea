import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AlertSegment } from '../../lib/alert-queries.ts'
import { ANY_TIME, type DateRange, isLimited, rangeWords } from '../../lib/date-range.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { AlertsView } from './alerts-view.ts'

interface NoAlertsProps {
  readonly view: AlertsView
  readonly onSegment: (segment: AlertSegment) => void
  readonly onSearch: (text: string) => void
  readonly onRange: (range: DateRange) => void
}

/** Empty state of a segment: the reason and the next step. */
export function NoAlerts({ view: { segment, search, range }, onSegment, onSearch, onRange }: NoAlertsProps) {
  const { t } = useTranslation(['alerts', 'common'])
  const showAll = <Button onClick={() => onSegment('all')}>{t('none.showAll')}</Button>
  if (isLimited(range))
    return (
      <EmptyState
        boxed
        title={t('nonePeriod.title')}
        why={t('nonePeriod.why', { period: rangeWords(range) })}
        action={<Button onClick={() => onRange(ANY_TIME)}>{t('nonePeriod.anyTime')}</Button>}
      />
    )
  if (search)
    return (
      <EmptyState
        boxed
        title={t('noMatch.title', { search })}
        why={segment === 'all' ? t('noMatch.why') : t(`noMatch.only.${segment}`)}
        action={
          <>
            {segment === 'all' ? null : (
              <Button onClick={() => onSegment('all')}>{t('noMatch.searchAll')}</Button>
            )}
            <Button onClick={() => onSearch('')}>{t('common:clearSearch')}</Button>
          </>
        }
      />
    )
  const toNew = <Button onClick={() => onSegment('open')}>{t('none.showNew')}</Button>
  return (
    <EmptyState
      boxed
      title={t(`none.${segment}.title`)}
      why={t(`none.${segment}.why`)}
      action={segment === 'open' ? showAll : segment === 'all' ? null : toNew}
    />
  )
}
