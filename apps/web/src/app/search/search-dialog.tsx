import { Button, Modal } from 'antd'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { ActionContext } from './actions.ts'
import { MAX_TEXT_LENGTH, SEARCH_FROM } from './found.query.ts'
import styles from './search-dialog.module.css'
import { SearchField } from './search-field.tsx'
import { SearchGroups } from './search-groups.tsx'
import { type SearchList, useSearchList } from './use-search-list.ts'

interface SearchNoteProps {
  readonly text: string
  readonly list: SearchList
  readonly onClear: () => void
}

/** State of the search in words: running, no results, failed, or the number of results. */
function SearchNote({ text, list, onClear }: SearchNoteProps) {
  const { t } = useTranslation(['search', 'common'])
  const offline = useOfflineReason() !== undefined
  const { hits, pending, failed, retry } = list
  const isEmpty = text !== '' && hits.length === 0 && !pending && !failed
  const status = (): string => {
    if (text === '') return t('start')
    if (pending) return t('searching')
    if (failed) return offline ? t('offline') : t('failed')
    if (text.length < SEARCH_FROM) return t('short')
    return t('found', { count: hits.filter(({ key }) => !key.startsWith('list:')).length })
  }
  return (
    <div className={`${styles.note} ${isEmpty ? styles.empty : ''}`}>
      {isEmpty ? <p className={styles.none}>{t('none.title', { text })}</p> : null}
      <p role="status">{isEmpty ? t('none.why') : status()}</p>
      {isEmpty ? <Button onClick={onClear}>{t('common:clearSearch')}</Button> : null}
      {failed && !pending ? (
        <Button size="small" onClick={retry}>
          {t('retry')}
        </Button>
      ) : null}
      <p className={styles.keys} aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        {t('keys.move')}
        <kbd>↵</kbd>
        {t('keys.open')}
        <kbd>{t('keys.escape')}</kbd>
        {t('keys.close')}
      </p>
    </div>
  )
}

interface SearchDialogProps extends Omit<ActionContext, 'dark'> {
  readonly open: boolean
  readonly onClose: () => void
}

/** Search dialog for assets, places, geofences, alerts, pages and actions. On a phone it fills the window. */
export function SearchDialog({ open, onClose, ...context }: SearchDialogProps) {
  const { t } = useTranslation('search')
  const phone = usePhone()
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      keyboard={false}
      destroyOnHidden
      width={phone ? '100%' : 640}
      title={t('label')}
      className={(phone ? styles.sheet : styles.dialog) ?? ''}
      classNames={{ container: styles.container ?? '', header: styles.title ?? '' }}
      transitionName=""
      maskTransitionName=""
    >
      <Search onClose={onClose} {...context} />
    </Modal>
  )
}

interface SearchProps extends Omit<ActionContext, 'dark'> {
  readonly onClose: () => void
}

function Search({ onClose, onHelp, onLogOut }: SearchProps) {
  const { t } = useTranslation('search')
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const list = useSearchList(text, { onHelp, onLogOut }, onClose)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const type = (next: string): void => {
    setTyped(next.slice(0, MAX_TEXT_LENGTH))
    list.setActive(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      list.openActive()
    } else if (!event.shiftKey && moveActive(event.key, list)) event.preventDefault()
  }
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (typed === '') onClose()
    else type('')
  }
  return (
    <div className={styles.search} onKeyDown={onEscape}>
      <div className={styles.head}>
        <SearchField
          field={input}
          listId={listId}
          value={typed}
          active={list.active}
          hasHits={list.hits.length > 0}
          onChange={type}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
          <X size={20} aria-hidden />
        </button>
      </div>
      <SearchGroups id={listId} text={text} list={list} />
      <SearchNote text={text} list={list} onClear={() => type('')} />
    </div>
  )
}

/** Moves the active hit by a key; the first hit follows the last. */
function moveActive(key: string, { hits, active, setActive }: SearchList): boolean {
  const at = hits.findIndex((hit) => hit.key === active?.key)
  const next: Record<string, number> = {
    ArrowDown: (at + 1) % hits.length,
    ArrowUp: (Math.max(at, 0) - 1 + hits.length) % hits.length,
    Home: 0,
    End: hits.length - 1,
  }
  const hit = hits[next[key] ?? -1]
  if (hit) setActive(hit)
  return hit !== undefined
}
