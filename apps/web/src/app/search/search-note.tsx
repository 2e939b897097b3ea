import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { SEARCH_FROM } from './found.query.ts'
import styles from './search-dialog.module.css'
import type { SearchList } from './use-search-list.ts'

interface SearchNoteProps {
  readonly text: string
  readonly list: SearchList
  readonly onClear: () => void
}

/** State of the search in words: running, no results, failed, or the number of results. */
export function SearchNote({ text, list, onClear }: SearchNoteProps) {
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
