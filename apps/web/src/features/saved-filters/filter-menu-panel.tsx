import { useQuery } from '@tanstack/react-query'
import type { SavedFilter } from '@wardtrack/contracts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { EllipsisVertical, EyeOff, Star, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compareNames } from '../../lib/i18n/formats.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { TouchSize } from '../../ui/touch-size.tsx'
import { isSameFilter, valuesOf } from './filter-conditions.ts'
import type { FilterMenuProps } from './filter-menu.types.ts'
import styles from './saved-filters.module.css'
import { isOwn, savedFiltersQuery } from './saved-filters.query.ts'
import { useFilterActions } from './use-filter-actions.tsx'

interface SavedFilterRowProps {
  readonly filter: SavedFilter
  readonly isOn: boolean
  readonly menu: NonNullable<MenuProps['items']>
  readonly onChoose: () => void
}

/** A saved filter, chosen by a click. A right click, the menu key or the button opens further actions. */
function SavedFilterRow({ filter, isOn, menu, onChoose }: SavedFilterRowProps) {
  const { t } = useTranslation('asset-filters')
  const { displayName, userName, share, showMe, isDefault } = filter
  return (
    <li className={`${styles.row} ${showMe ? '' : styles.hidden}`}>
      <Dropdown trigger={['contextMenu']} autoFocus menu={{ items: menu }}>
        <button type="button" className={styles.choice} aria-pressed={isOn} onClick={onChoose}>
          <span className={styles.name}>{displayName}</span>
          {share ? (
            <span className={styles.about}>
              <UsersRound size={14} aria-hidden />
              {isOwn(filter) ? t('everyone') : t('of', { name: userName })}
            </span>
          ) : null}
          {isDefault ? (
            <span className={styles.about}>
              <Star size={14} aria-hidden />
              {t('default')}
            </span>
          ) : null}
          {showMe ? null : (
            <span className={styles.about}>
              <EyeOff size={14} aria-hidden />
              {t('hidden')}
            </span>
          )}
        </button>
      </Dropdown>
      <Dropdown trigger={['click']} autoFocus placement="bottomRight" menu={{ items: menu }}>
        <Button
          type="text"
          size="small"
          aria-haspopup="menu"
          aria-label={t('actions', { name: displayName })}
          icon={<EllipsisVertical size={16} aria-hidden />}
        />
      </Dropdown>
    </li>
  )
}

/** Menu of quick filters and saved filters. */
export function FilterMenuPanel({ page, defaultType, quickFilters, values, onValues }: FilterMenuProps) {
  const { t } = useTranslation('asset-filters')
  const [showsHidden, setShowsHidden] = useState(false)
  const query = useQuery(savedFiltersQuery(page))
  const isOn = (filter: Parameters<typeof valuesOf>[0]): boolean =>
    isSameFilter(valuesOf(filter, defaultType), values)
  const { menuOf } = useFilterActions((filter) => {
    if (isOn(filter)) onValues({})
  })
  const hiddenCount = query.data?.filter(({ showMe }) => !showMe).length ?? 0
  return (
    <TouchSize>
      <div className={styles.panel} role="dialog" aria-label={t('title')}>
        <h2 className={styles.group}>{t('quick')}</h2>
        <ul>
          {quickFilters.map(({ label, values: quickValues }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={isSameFilter(quickValues, values)}
                onClick={() => onValues(quickValues)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
        <h2 className={styles.group}>{t('title')}</h2>
        <QueryState query={query} failed={t('failed')}>
          {(filters) =>
            filters.length === 0 ? (
              <p className={styles.empty}>{t('none')}</p>
            ) : (
              <ul>
                {filters
                  .filter(({ showMe }) => showMe || showsHidden)
                  .toSorted((left, right) => compareNames(left.displayName, right.displayName))
                  .map((filter) => (
                    <SavedFilterRow
                      key={filter.filterId}
                      filter={filter}
                      isOn={isOn(filter)}
                      menu={menuOf(filter)}
                      onChoose={() => onValues(valuesOf(filter, defaultType))}
                    />
                  ))}
              </ul>
            )
          }
        </QueryState>
        {hiddenCount > 0 ? (
          <Button type="link" size="small" onClick={() => setShowsHidden(!showsHidden)}>
            {showsHidden ? t('hideAgain') : t('showHidden')}
          </Button>
        ) : null}
      </div>
    </TouchSize>
  )
}
