import { Tooltip } from 'antd'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openSearch, prepareSearch } from './global-search.tsx'
import styles from './search-opener.module.css'

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

interface SearchOpenerProps {
  /** Place of the opener: in the full menu, the collapsed menu, a phone's menu or a phone's header. */
  readonly form: 'wide' | 'collapsed' | 'large' | 'icon'
  /** Called before the search opens. */
  readonly onOpen?: () => void
}

/** Button that looks like the search box and opens the search. */
export function SearchOpener({ form, onOpen }: SearchOpenerProps) {
  const { t } = useTranslation('shell')
  const label = t('search.label')
  const isIcon = form === 'collapsed' || form === 'icon'
  const button = (
    <button
      type="button"
      className={styles[form]}
      aria-label={isIcon ? label : undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={prepareSearch}
      onFocus={prepareSearch}
      onClick={() => {
        onOpen?.()
        openSearch()
      }}
    >
      <Search size={form === 'wide' ? 16 : 20} strokeWidth={1.8} aria-hidden />
      {isIcon ? null : <span>{label}</span>}
      {form === 'wide' ? <kbd aria-hidden>{MODIFIER} K</kbd> : null}
    </button>
  )
  return form === 'collapsed' ? (
    <Tooltip title={label} placement="right">
      {button}
    </Tooltip>
  ) : (
    button
  )
}
