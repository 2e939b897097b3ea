import { useEffect } from 'react'

let note = ''
const listeners = new Set<() => void>()

const write = (text: string): void => {
  note = text
  for (const listener of listeners) listener()
}

/** Puts a page's line into the footer while the page is open. */
export function useFooterNote(text: string): void {
  useEffect(() => write(text), [text])
  useEffect(() => () => write(''), [])
}

export const readFooterNote = (): string => note
export function subscribeFooterNote(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
