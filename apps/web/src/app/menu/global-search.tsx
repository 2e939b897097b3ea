import { useQuery } from '@tanstack/react-query'
import { PAGE_SETS, pageAllows } from '@wardtrack/contracts/pages'
import { Tooltip } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { assetDetailHref } from '../../lib/matrix-url.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { onFocusRequest } from '../../ui/focus-request.ts'
import styles from './global-search.module.css'
import { SearchResults, useFoundAssets } from './search-results.tsx'

interface GlobalSearchProps {
  readonly collapsed?: boolean
  readonly large?: boolean
  readonly autoFocus?: boolean
  readonly onExpand?: () => void
}

/** Finds any asset, whatever its type, and opens its detail page in a new tab. */
export function GlobalSearch({
  collapsed = false,
  large = false,
  autoFocus = false,
  onExpand,
}: GlobalSearchProps) {
  const { t } = useTranslation('shell')
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const allowed =
    access?.configured && PAGE_SETS.ASSETS.some((page) => pageAllows(access.allowedRoutes, page))
  const expand = useEffectEvent(() => collapsed && onExpand?.())
  useEffect(() => onFocusRequest('global-search', () => expand()), [])
  if (!allowed) return null
  if (!collapsed) return <SearchBox large={large} autoFocus={autoFocus} />
  return (
    <Tooltip title={t('search.label')} placement="right">
      <button type="button" className={styles.collapsed} aria-label={t('search.label')} onClick={onExpand}>
        <Search size={20} strokeWidth={1.8} aria-hidden />
      </button>
    </Tooltip>
  )
}

function SearchBox({ large, autoFocus }: { readonly large: boolean; readonly autoFocus: boolean }) {
  const { t } = useTranslation('shell')
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useFoundAssets(useDebounced(text.trim().toUpperCase(), 250))
  useEffect(() => onFocusRequest('global-search', () => input.current?.focus()), [])
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  const shown = open && text.trim().length >= 2
  const assets = found.data?.assets ?? []
  const close = (): void => {
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'Escape') return text === '' || !shown ? input.current?.blur() : close()
    if (!shown || assets.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      event.stopPropagation()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + assets.length) % assets.length)
    }
    const chosen = assets[Math.max(0, active)]
    if (event.key === 'Enter' && chosen) {
      window.open(assetDetailHref(chosen.AssetType, chosen.AssetId), '_blank', 'noopener')
      close()
    }
  }
  return (
    <div
      className={`${styles.box} ${large ? styles.large : ''}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <Search size={large ? 20 : 16} aria-hidden className={styles.glass} />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
        placeholder={t('search.label')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {large ? null : <kbd aria-hidden>/</kbd>}
      {shown ? <SearchResults id={list} found={found} active={active} onOpen={close} /> : null}
    </div>
  )
}
