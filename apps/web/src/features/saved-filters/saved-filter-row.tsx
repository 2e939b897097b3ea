import type { SavedFilter } from '@wardtrack/contracts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { EllipsisVertical, EyeOff, Star, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './saved-filters.module.css'
import { isOwn } from './saved-filters.query.ts'

interface SavedFilterRowProps {
  readonly filter: SavedFilter
  readonly isOn: boolean
  readonly menu: NonNullable<MenuProps['items']>
  readonly onChoose: () => void
}

/** A saved filter, chosen by a click. A right click, the menu key or the button opens further actions. */
export function SavedFilterRow({ filter, isOn, menu, onChoose }: SavedFilterRowProps) {
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
