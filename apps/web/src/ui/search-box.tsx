import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../lib/use-delayed.ts'
import styles from './search-box.module.css'

const TYPING_MS = 300

interface SearchBoxProps {
  readonly label: string
  /** Current search text in the address. */
  readonly value: string
  /** Called when typing pauses, on Enter, and when the box is cleared. */
  readonly onSearch: (text: string) => void
  readonly className?: string | undefined
}

/** Search box whose text is kept in the address. The address is updated when typing pauses. */
export function SearchBox({ label, value, onSearch, className }: SearchBoxProps) {
  const { t } = useTranslation('common')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const settled = useDebounced(text, TYPING_MS)
  const apply = useEffectEvent((next: string) => {
    if (next.trim() !== value) onSearch(next.trim())
  })
  useEffect(() => apply(settled), [settled])
  // Back, forward and Reset change the address. The box follows unless the user is typing.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])

  const clear = (): void => {
    setText('')
    onSearch('')
    input.current?.focus()
  }
  return (
    <div className={`${styles.box} ${className ?? ''}`} role="search">
      <Search size={16} aria-hidden className={styles.glass} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
          if (event.key === 'Escape' && text !== '') clear()
        }}
      />
      {text === '' ? null : (
        <button type="button" aria-label={t('clearSearch')} onClick={clear}>
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
