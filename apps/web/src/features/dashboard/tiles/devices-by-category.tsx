import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { categoriesQuery } from '../../nearest/index.ts'
import { BarList } from '../bar-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'

/** Number of devices in each category. */
export function DevicesByCategory() {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const categories = useQuery(categoriesQuery())
  return (
    <Tile>
      <TileQuery query={categories} failed={t('categoriesFailed')}>
        {(list) =>
          list.length === 0 ? (
            <TileEmpty>{t('noCategories')}</TileEmpty>
          ) : (
            <BarList
              label={title}
              rows={list
                .toSorted((left, right) => right.count - left.count)
                .map(({ category, alias, count }) => ({
                  key: category,
                  name: alias,
                  parts: [{ count, step: 3 }],
                }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}
