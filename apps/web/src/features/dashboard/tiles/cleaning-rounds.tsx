import type { ReportMore } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useCategoryName } from '../../../lib/use-category-name.ts'
import { CLEANING, groupName } from '../../cleaning-rounds/index.ts'
import { BarList } from '../bar-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { useTileReport } from './use-tile-report.ts'

/** Equipment reused without cleaning during the last days, by category and unit. */
export function CleaningRounds() {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const categoryName = useCategoryName()
  const query = useTileReport(CLEANING, 1)
  const {
    cleaningPlaces = 0,
    groups = [],
    maxUncleaned = 0,
  }: Partial<ReportMore<'cleaning'>> = query.data ?? {}
  return (
    <Tile extra={query.data ? t('inAll', { count: maxUncleaned }) : null}>
      <TileQuery query={query} failed={t('reportFailed')}>
        {() =>
          maxUncleaned === 0 ? (
            <TileEmpty>{t(cleaningPlaces === 0 ? 'noCleaningPlaces' : 'none.cleaning')}</TileEmpty>
          ) : (
            <BarList
              label={title}
              rows={groups
                .filter(({ NotCleaned }) => NotCleaned > 0)
                .map((group) => ({
                  key: [group.AssetType, group.Category, group.Unit].join('|'),
                  name: groupName(group, categoryName),
                  parts: [{ count: group.NotCleaned, step: 4 }],
                }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}
