import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../lib/use-delayed.ts'
import styles from './search-box.module.css'

const TYPING_MS = 300

interface SearchBoxProps {
  readonly label: string
  /** What is searched for now, as the address has it. */
  readonly value: string
  /** Called when typing has paused, at Enter and when the box is emptied. */
  readonly onSearch: (text: string) => void
  readonly className?: string | undefined
}

/** A search whose text lives elsewhere, in the address: what is typed goes there once typing pauses. */
export function SearchBox({ label, value, onSearch, className }: SearchBoxProps) {
  const { t } = useTranslation('common')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const settled = useDebounced(text, TYPING_MS)
  const apply = useEffectEvent((next: string) => {
    if (next.trim() !== value) onSearch(next.trim())
  })
  useEffect(() => apply(settled), [settled])
  // Back, forward and Reset change the address; the box follows unless somebody is typing in it.
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
