import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import styles from './device-search.module.css'
import { useDevicesView } from './use-devices-view.ts'

const TYPING_MS = 300

/** The search box of /devices: what is typed stands in the address, and from there in the list and on the map. */
export function DeviceSearch() {
  const { search, setSearch } = useDevicesView()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search)
  const settled = useDebounced(text, TYPING_MS)
  const apply = useEffectEvent((next: string) => {
    if (next.trim() !== search) setSearch(next.trim())
  })
  useEffect(() => apply(settled), [settled])
  // Back, forward and Reset change the address; the box follows unless somebody is typing in it.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(search)
  }, [search])

  const clear = (): void => {
    setText('')
    setSearch('')
    input.current?.focus()
  }
  return (
    <div className={styles.box} role="search">
      <Search size={16} aria-hidden className={styles.glass} />
      <input
        ref={input}
        type="search"
        aria-label="Search these devices"
        placeholder="Search these devices"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setSearch(text.trim())
          if (event.key === 'Escape' && text !== '') clear()
        }}
      />
      {text === '' ? null : (
        <button type="button" aria-label="Clear the search" onClick={clear}>
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
