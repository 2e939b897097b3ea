import { Search } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './search-dialog.module.css'
import { optionId } from './search-groups.tsx'
import type { SearchHit } from './search-hit.ts'

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly listId: string
  readonly value: string
  readonly active: SearchHit | undefined
  readonly hasHits: boolean
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Text box of the search. The focus stays in the box while the arrows move through the list. */
export function SearchField({
  field,
  listId,
  value,
  active,
  hasHits,
  onChange,
  onKeyDown,
}: SearchFieldProps) {
  const { t } = useTranslation('search')
  return (
    <div className={styles.field}>
      <Search size={20} aria-hidden className={styles.glass} />
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={t('label')}
        aria-expanded={hasHits}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active ? optionId(listId, active) : undefined}
        placeholder={t('placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
