import { Fragment } from 'react'

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Returns the words of a search, longest first, so that the longer of two words with the same beginning is marked.
 */
const wordsOf = (searched: string): string[] =>
  searched
    .split(/[\s>]+/)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)

/** A text with the matches of a search marked. */
export function MarkedText({ text, searched }: { readonly text: string; readonly searched: string }) {
  const whole = searched.trim()
  const wanted = text.toLowerCase().includes(whole.toLowerCase()) ? [whole] : wordsOf(whole)
  if (whole === '') return text
  const parts = text.split(new RegExp(`(${wanted.map(escapePattern).join('|')})`, 'i'))
  // Every second part is a match.
  return parts.map((part, at) => {
    const key = `${at}${part}`
    return at % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>
  })
}
