import { useEffect } from 'react'
import { createStore } from './create-store.ts'

/** Line of the open page in the footer. */
export const footerNote = createStore('')

/** Shows a page's line in the footer while the page is open. */
export function useFooterNote(text: string): void {
  useEffect(() => footerNote.write(text), [text])
  useEffect(() => () => footerNote.write(''), [])
}
