import { useEffect } from 'react'
import { createStore } from './create-store.ts'

/** The line that the open page writes into the footer. */
export const footerNote = createStore('')

/** Puts a page's line into the footer while the page is open. */
export function useFooterNote(text: string): void {
  useEffect(() => footerNote.write(text), [text])
  useEffect(() => () => footerNote.write(''), [])
}
